// Starts the replay of a finished game from what the server wrote into the page (templates/tables/replay.html).
