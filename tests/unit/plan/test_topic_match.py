"""Topic matching follows MQTT 5.0 section 4.7."""

import pytest

from ackgate.plan.topic_match import Subscriptions


def _matches(topic_filter: str, topic: str) -> float:
    subscriptions = Subscriptions()
    subscriptions.add(topic_filter, 1)
    return subscriptions.matching(topic)


@pytest.mark.parametrize(
    ("topic_filter", "topic", "expected"),
    [
        ("a/b", "a/b", 1),
        ("a/b", "a/b/c", 0),
        ("a/+", "a/b", 1),
        ("a/+", "a", 0),
        ("a/+", "a/", 1),
        ("+", "a", 1),
        ("+", "/a", 0),
        ("/+", "/a", 1),
        ("+/+", "/a", 1),
        ("a/#", "a", 1),
        ("a/#", "a/b/c", 1),
        ("#", "a/b", 1),
        ("#", "$SYS/x", 0),
        ("+/x", "$SYS/x", 0),
        ("$SYS/#", "$SYS/x", 1),
        ("+/x", "${device_id}/x", 1),
        ("a/+/c", "a/b/c", 1),
        ("a/+/c", "a/b/d", 0),
        ("$share/g/a/+", "a/b", 1),
    ],
)
def test_matches_as_the_specification_says(topic_filter, topic, expected):
    assert _matches(topic_filter, topic) == expected


def test_counts_every_subscription_of_a_plain_group():
    subscriptions = Subscriptions()
    subscriptions.add("a/#", 4)
    subscriptions.add("a/b", 2)
    assert subscriptions.matching("a/b") == 6


def test_counts_a_shared_group_once_and_two_groups_twice():
    subscriptions = Subscriptions()
    subscriptions.add("$share/g/a/#", 4)
    subscriptions.add("$share/g/a/#", 3)
    subscriptions.add("$share/h/a/#", 4)
    assert subscriptions.matching("a/b") == 2


def test_owes_nothing_to_an_empty_group():
    subscriptions = Subscriptions()
    subscriptions.add("a", 0)
    assert subscriptions.matching("a") == 0
