"""Invented devices: device_id, region, firmware_version."""

import random
from collections.abc import Iterator

COLUMNS = ("device_id", "region", "firmware_version")
_REGIONS = ("eu-central", "eu-west", "us-east", "us-west", "ap-south")
_REGION_WEIGHTS = (35, 20, 20, 15, 10)
_FIRMWARE = ("2.4.1", "2.4.0", "2.3.7", "1.9.12")
_FIRMWARE_WEIGHTS = (60, 25, 12, 3)


def device_rows(count: int, seed: int) -> Iterator[tuple[str, str, str]]:
    """``count`` devices, equal for equal seeds; identifiers are numbered and thus distinct."""
    choice = random.Random(seed)  # noqa: S311 - invented data, no secret
    width = max(6, len(str(count)))
    for number in range(1, count + 1):
        region = choice.choices(_REGIONS, _REGION_WEIGHTS)[0]
        firmware = choice.choices(_FIRMWARE, _FIRMWARE_WEIGHTS)[0]
        yield f"dev-{number:0{width}d}", region, firmware


def devices_csv(count: int, seed: int) -> str:
    """The whole CSV with its header."""
    rows = (",".join(row) for row in device_rows(count, seed))
    return "\n".join((",".join(COLUMNS), *rows)) + "\n"
