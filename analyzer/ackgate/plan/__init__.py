"""Workload -> JMX and data files; imports of foreign plans."""

from ackgate.plan.load_workload import load_workload
from ackgate.plan.plan_files import PlanFiles
from ackgate.plan.workload_error import WorkloadError
from ackgate.plan.write_plan import write_plan

__all__ = ["PlanFiles", "WorkloadError", "load_workload", "write_plan"]
