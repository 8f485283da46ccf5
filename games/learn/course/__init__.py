"""The course: positions, questions that the engine judges, and the lessons made of them. Pure, on the engine alone."""
