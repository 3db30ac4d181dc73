"""A test-only app that empties the database after tests that commit.

The program cannot empty the activity log; this `flush` command removes the triggers first and
restores them afterwards.
"""
