"""What AUPAIR's file is made of: its lines read, its lines written."""
