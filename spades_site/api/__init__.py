"""The API below /api/v1/ (docs/api.md): what pages show, as JSON for programs, and organizers' actions."""
