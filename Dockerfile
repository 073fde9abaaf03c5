# The program in an image: compose.yaml runs it beside a PostgreSQL of its own.
FROM python:3.11-slim-bookworm AS build
WORKDIR /source
COPY . .
RUN python -m pip wheel --quiet --no-cache-dir --no-deps --wheel-dir /dist . \
    && deploy/install.sh /dist/clubcomp-*.whl /opt/clubcomp

FROM python:3.11-slim-bookworm
COPY --from=build /opt/clubcomp /opt/clubcomp
RUN useradd --system --uid 10001 --no-create-home clubcomp \
    && mkdir /data /backups /second-backups && chown clubcomp /data /backups /second-backups
USER clubcomp
ENV CLUBCOMP_DATA_DIR=/data CLUBCOMP_BACKUP_DIR=/backups CLUBCOMP_STATIC_DIR=/opt/clubcomp/static \
    PYTHONDONTWRITEBYTECODE=1 PATH=/opt/clubcomp/bin:$PATH
VOLUME ["/data", "/backups", "/second-backups"]
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["clubcomp", "health"]
CMD ["clubcomp", "serve", "--host", "0.0.0.0"]
