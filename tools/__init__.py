"""Development programs, started by script/: checks, catalogues, benchmarks, screenshots."""
