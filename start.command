#!/bin/sh
# A double click starts Ninetimer; what it does stands in packaging/start.command.
exec "$(dirname "$0")/packaging/start.command" "$@"
