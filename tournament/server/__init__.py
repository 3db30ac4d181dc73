"""The web server: sockets, request scheduling, and access from the hall's network."""
