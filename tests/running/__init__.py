"""The test runner of `make test` and `make test-all`: one line of progress, failures at the end."""
