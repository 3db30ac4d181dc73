#!/bin/sh
# Starts Ninetimer by a double click on macOS and most Linux desktops: from this folder, without anything else to type.
# The first time it installs what Ninetimer is built on, beside the program; that needs the internet and a minute.

cd "$(dirname "$0")" || exit 1
[ -f pyproject.toml ] || cd .. || exit 1

stop() {
  printf '\n%s\n' "$@"
  if [ -t 0 ]; then
    printf '\nPress Enter to close this window. '
    read -r _
  fi
  exit 1
}

[ -f pyproject.toml ] || stop \
  "The folder of Ninetimer is not complete: pyproject.toml is missing." \
  "Unpack the whole archive, and start it from there."

has_python() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }

python=.venv/bin/python
if ! has_python "$python"; then
  python=
  for name in python3.13 python3.12 python3.11 python3.14 python3 python \
    /opt/homebrew/bin/python3 /usr/local/bin/python3; do
    if has_python "$name"; then
      python=$name
      break
    fi
  done
  [ -n "$python" ] || stop \
    "Ninetimer needs Python 3.11 or newer, and this computer has none." \
    "macOS and Windows: install it from python.org. Debian and Ubuntu: sudo apt-get install python3 python3-venv." \
    "Then start Ninetimer again."
  echo "Making a place for what Ninetimer is built on (.venv)."
  rm -rf .venv
  "$python" -m venv .venv || {
    rm -rf .venv
    stop "Python's part that makes such places is missing." \
      "Debian and Ubuntu: sudo apt-get install python3-venv. Then start Ninetimer again."
  }
fi

if [ ! -f .venv/.program ] || [ pyproject.toml -nt .venv/.program ] || [ constraints.txt -nt .venv/.program ]; then
  echo "Installing what Ninetimer is built on. This takes a minute, once, and needs the internet."
  .venv/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable . ||
    stop "The packages could not be had. Is this computer in the internet? Then start Ninetimer again."
  touch .venv/.program
fi

.venv/bin/ninetimer "$@" || stop "Ninetimer has stopped; what is written above says why."
