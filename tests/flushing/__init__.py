"""An app of the test settings alone: tests that commit empty the database after themselves.

The program has no way to empty the activity log; the `flush` command here takes the guard down
first, and stands it up again.
"""
