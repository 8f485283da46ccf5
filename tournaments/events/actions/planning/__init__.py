"""Templates, the schedules that make tournaments of them, and starting those."""
