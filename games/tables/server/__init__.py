"""What the server does on its own: wake-ups, autoplay, presence, and deleting old chat and guests."""
