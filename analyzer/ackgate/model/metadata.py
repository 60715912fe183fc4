"""metadata.yaml: what people say about a report. Every field is optional; a missing one is shown as open."""

import datetime as dt

import yaml
from pydantic import BaseModel, ConfigDict


class MetadataModel(BaseModel):
    """Immutable, refusing unknown keys: people write these by hand."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Approver(MetadataModel):
    """Somebody expected to sign."""

    role: str
    name: str | None = None


class Risk(MetadataModel):
    """A known risk of the statement and what is done about it."""

    text: str
    mitigation: str | None = None


class TypedDeviation(MetadataModel):
    """A departure from the test plan that only people know of."""

    text: str
    impact: str | None = None
    accepted_by: str | None = None


class Metadata(MetadataModel):
    """The whole of metadata.yaml."""

    report_id: str | None = None
    version: str | None = None
    title: str | None = None
    system_under_test: str | None = None
    author: str | None = None
    approvers: tuple[Approver, ...] = ()
    test_plan: str | None = None
    scope: str | None = None
    out_of_scope: str | None = None
    risks: tuple[Risk, ...] = ()
    deviations: tuple[TypedDeviation, ...] = ()
    distribution: tuple[str, ...] = ()
    issued: dt.date | None = None

    @classmethod
    def from_yaml(cls, text: str) -> "Metadata":
        """Parse metadata.yaml; an empty file gives an empty record.

        Raises:
            yaml.YAMLError: the text is not YAML.
            pydantic.ValidationError: an unknown key or a wrong type.
        """
        return cls.model_validate(yaml.safe_load(text) or {})
