"""Pure: the course, which is positions, questions that the engine judges, and the lessons made of them."""
