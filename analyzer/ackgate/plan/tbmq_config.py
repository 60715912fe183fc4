"""The JSON file of TBMQ's test agent, as it is written."""

from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic.alias_generators import to_camel


class _TbmqModel(BaseModel):
    # The agent's file belongs to others: what we don't know is kept and named, not refused.
    model_config = ConfigDict(frozen=True, extra="allow", alias_generator=to_camel)


class PublisherGroup(_TbmqModel):
    """``publishers`` clients; number i publishes to ``topicPrefix`` + i."""

    id: int
    publishers: int = Field(ge=0)
    topic_prefix: str
    client_id_prefix: str | None = None

    @property
    def id_prefix(self) -> str:
        """Client identifiers start with it; the agent's own default names the group."""
        return self.client_id_prefix if self.client_id_prefix is not None else f"test_pub_client_{self.id}_"


class PersistentSessionInfo(_TbmqModel):
    """Asks for a session that outlives its connection."""

    client_type: str | None = None


class SubscriberGroup(_TbmqModel):
    """``subscribers`` clients of one topic filter."""

    id: int
    subscribers: int = Field(ge=0)
    topic_filter: str
    expected_publisher_groups: list[int] = []
    persistent_session_info: PersistentSessionInfo | None = None
    client_id_prefix: str | None = None

    @property
    def id_prefix(self) -> str:
        """Client identifiers start with it; the agent's own default names the group."""
        return self.client_id_prefix if self.client_id_prefix is not None else f"test_sub_client_{self.id}_"


class TbmqConfig(_TbmqModel):
    """The whole file."""

    publisher_groups: list[PublisherGroup] = []
    subscriber_groups: list[SubscriberGroup] = []
    dummy_clients: int = Field(default=0, ge=0)
    seconds_to_run: int = Field(ge=1)
    additional_seconds_to_wait: int = Field(default=0, ge=0)
    max_msgs_per_publisher_per_second: int = Field(ge=1)
    publisher_qos: Literal[0, 1, 2] = Field(default=0, alias="publisherQosValue")
    subscriber_qos: Literal[0, 1, 2] = Field(default=0, alias="subscriberQosValue")
    min_payload_size: int = Field(default=1, ge=0)
    telemetry_keys: list[str] = []
    max_concurrent_operations: int = Field(default=1000, ge=1)

    @property
    def unknown_keys(self) -> list[str]:
        """Keys of the file that the agent's documentation doesn't name."""
        return sorted(self.model_extra or {})

    @model_validator(mode="after")
    def _ids(self) -> Self:
        for what, ids in (
            ("publisherGroups", [group.id for group in self.publisher_groups]),
            ("subscriberGroups", [group.id for group in self.subscriber_groups]),
        ):
            twice = next((number for number in ids if ids.count(number) > 1), None)
            if twice is not None:
                raise ValueError(f"{what}: id {twice} is given twice")
        known = {group.id for group in self.publisher_groups}
        for group in self.subscriber_groups:
            missing = sorted(set(group.expected_publisher_groups) - known)
            if missing:
                raise ValueError(
                    f"subscriberGroups: {group.id} expects publisher group {missing[0]}, which is absent"
                )
        return self
