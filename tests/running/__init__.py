"""How the tests are run: `make test`, `make test-all`; progress in one line, failures at the end."""
