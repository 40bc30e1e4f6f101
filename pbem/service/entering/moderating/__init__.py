"""What a moderator's commands do: by mail and on the command line, each an entry of the journal."""
