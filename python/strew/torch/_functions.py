"""torch.autograd.Functions of the rules: one for each way of a call (_calls.Route)."""

from __future__ import annotations

from typing import Any

from torch import Tensor
from torch.autograd import Function

from strew.torch import _calls as calls
from strew.torch import _code_rules as code_rules
from strew.torch import _kernels as kernels
from strew.torch import _rules as rules
from strew.torch import _segment_rules as segment_rules
from strew.torch._scan_rules import SegmentScan


def _function(name: str, **members: Any) -> Any:
    """A class of this name, which stands in the grad_fn of results."""
    return type(Function)(name, (Function,), {key: staticmethod(member) for key, member in members.items()})


def _route(name: str, rule: Any) -> calls.Route:
    def forward(ctx: Any, *inputs: Any) -> Tensor:
        output: Tensor = rule.run(*inputs)
        rule.keep(ctx, inputs, output)
        return output

    return calls.Route(
        rule=rule,
        eager=_function(name, forward=forward, backward=rule.backward, jvp=rule.jvp),
        transformed=_function(
            name, forward=rule.run, setup_context=rule.keep, backward=rule.backward, jvp=rule.jvp, vmap=rule.vmap
        ),
    )


calls.routes["gather"] = _route("StrewGather", rules.Gather)
calls.routes["scatter"] = _route("StrewScatter", rules.Scatter)
calls.routes["zeros"] = _route("StrewScatterZeros", rules.Zeros)
calls.routes["segment_reduce"] = _route("StrewSegmentReduce", segment_rules.SegmentReduce)
calls.routes["segment_reduce_codes"] = _route("StrewSegmentReduceCodes", code_rules.SegmentReduceCodes)
calls.routes["segment_scan"] = _route("StrewSegmentScan", SegmentScan)
calls.routes["sddmm"] = _route("StrewSddmm", segment_rules.Sddmm)
calls.routes["gather_block_quantized"] = _route("StrewGatherBlockQuantized", code_rules.GatherBlockQuantized)


def _scatter_in_place(ctx: Any, *inputs: Any) -> Tensor:
    data: Tensor = inputs[0]
    kernels.scatter_in_place(*inputs)
    ctx.mark_dirty(data)  # which also counts its version
    rules.Scatter.keep(ctx, inputs, data)
    return data


# Of linear reductions, whose derivatives need neither old values nor result.
scatter_in_place: Any = _function("StrewScatterInPlace", forward=_scatter_in_place, backward=rules.Scatter.backward)
