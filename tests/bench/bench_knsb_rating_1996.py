"""How much CPU time does `knsb-rating-1996` take? As `bench_knsb_rating`, with its options."""

from tests.bench.bench_knsb_rating import main

if __name__ == "__main__":
    main("knsb-rating-1996")
