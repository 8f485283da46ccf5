"""English date and time formats; times of day are the same in every language."""

DAY = "j M Y"
DAY_OF_YEAR = "j M"
DAY_AND_TIME = "D j M H:i"
DAY_THEN_TIME = "D j M, H:i"
YEAR_THEN_TIME = "j M Y, H:i"
WHOLE_MOMENT = "l j F Y, H:i"
