"""Fixtures every test may use."""

from collections.abc import Iterator

import pytest

#: Variables of a developer's shell that would change what the tests see.
_FOREIGN_VARIABLES = (
    "JMETER_HOME",
    "HEAP",
    "JVM_ARGS",
    "ACKGATE_PASSWORD",
    "ACKGATE_TLS_KEY_PASSWORD",
    "ACKGATE_TLS_PKCS12_PASSWORD",
)


@pytest.fixture(autouse=True, scope="session")
def _neutral_environment() -> Iterator[None]:
    """The developer's own JMeter and secrets stay out of the tests."""
    with pytest.MonkeyPatch.context() as patch:
        for name in _FOREIGN_VARIABLES:
            patch.delenv(name, raising=False)
        yield
