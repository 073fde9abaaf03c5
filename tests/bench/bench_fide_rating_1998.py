"""How much CPU time does `fide-rating-1998` take? As `bench_knsb_rating`, with its options."""

from tests.bench.bench_knsb_rating import main

if __name__ == "__main__":
    main("fide-rating-1998")
