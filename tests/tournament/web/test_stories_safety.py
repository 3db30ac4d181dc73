import datetime as dt
NOW = dt.datetime(2026, 10, 3, 18, 30, tzinfo=dt.UTC)
