"""What all tests of the package need: one profile of Hypothesis."""

from __future__ import annotations

import os
import tempfile

from hypothesis import HealthCheck, configuration, settings

# Nothing is written into the checkout, and two runs of `make test` see the same examples.
configuration.set_hypothesis_home_dir(os.path.join(tempfile.gettempdir(), "strew-hypothesis"))
settings.register_profile(
    "strew",
    deadline=None,
    database=None,
    print_blob=True,
    derandomize="STREW_EXAMPLES" not in os.environ,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("strew")
