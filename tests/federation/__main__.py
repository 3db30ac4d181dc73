"""Fill the database of the settings and print the numbers of rows."""

import argparse
import time

from tests.federation.years import GAMES_PLAYED, make_federation

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("percent", type=int, choices=sorted(GAMES_PLAYED))
parser.add_argument("--seed", type=int, default=1)
options = parser.parse_args()
counts = make_federation(options.percent, options.seed)
print(counts, f"{time.process_time():.0f} s of this process")
