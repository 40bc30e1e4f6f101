"""What an administrator or moderator looks at and does: health, verify, recover, seats, time."""
