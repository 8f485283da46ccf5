"""What the server does by itself: wake-ups, autoplay, presence and the removal of old chat."""
