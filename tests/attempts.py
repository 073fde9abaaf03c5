"""Many attempts in one test: all of them are made, and those that failed are named in the end.

A case of its own for each costs more than most of them do.
"""

import inspect
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import wraps
from typing import Any

Around = Callable[[], AbstractContextManager[object]]


@contextmanager
def attempts(around: Around = nullcontext) -> Iterator[Callable[..., AbstractContextManager[None]]]:
    """Gives what opens one attempt and takes its name; `around` is entered for each of them."""
    failures = []

    @contextmanager
    def attempt(*name: object) -> Iterator[None]:
        try:
            with around():
                yield
        except Exception as problem:
            line = traceback.extract_tb(problem.__traceback__)[-1].lineno
            what = "".join(traceback.format_exception_only(problem)).strip()
            failures.append(f"{' '.join(map(_short, name))}, line {line}: {what}")

    yield attempt
    assert not failures, "\n".join([f"{len(failures)} failed:", *failures])


def every(names: str, values: Iterable[Any], *, around: Around = nullcontext) -> Callable[..., Any]:
    """As `pytest.mark.parametrize`, but with all the values in one case."""
    wanted, listed = names.split(", "), list(values)

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def with_every_value(**fixtures: Any) -> None:
            with attempts(around) as attempt:
                for value in listed:
                    arguments = value if len(wanted) > 1 else (value,)
                    with attempt(*arguments):
                        test(**fixtures, **dict(zip(wanted, arguments, strict=True)))

        signature = inspect.signature(test)
        left = [each for each in signature.parameters.values() if each.name not in wanted]
        with_every_value.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]
        return with_every_value

    return decorate


def _short(name: object) -> str:
    return str(name)[:100]
