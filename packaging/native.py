"""Where the native build begins: the command `ninetimer`."""

from tournament.command import main

main()
