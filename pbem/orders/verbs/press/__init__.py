"""What players write to each other (order language, section 8): press, up to its end mark."""
