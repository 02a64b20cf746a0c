"""Shapes of real models: graph networks, tokens and features, indices of several dimensions, few updates of a large
table."""

from __future__ import annotations

import dataclasses

from cases import K, M, MODELS, Case

GRAPHS = ((174, 348, 128), (1160, 2320, 256), (3480, 6960, 512))  # nodes, edges, features

GATHERS = tuple(Case(f"model_graph_gather_{edges}", MODELS, "gather", (nodes, features), (edges,))
                for nodes, edges, features in GRAPHS)  # fmt: skip
REDUCTIONS = tuple(Case(f"model_graph_{reduction}_{edges}", MODELS, "scatter", (nodes, features), (edges,),
                        reduction=reduction)
                   for reduction in ("add", "max", "min") for nodes, edges, features in GRAPHS)  # fmt: skip

EMBEDDINGS = (
    Case("model_token_decode", MODELS, "gather", (50_257, 768), (8,), dtype="float16"),
    Case("model_token_prefill", MODELS, "gather", (32 * K, 4096), (4, 512), ((32 * K, 512), (4, 512)), dtype="float16",
         values="zipf"),
    Case("model_features", MODELS, "gather", (100 * K, 100), (2048,), dtype="float32"),
    Case("model_detections", MODELS, "gather_nd", (8, 25_200, 85), (8, 300, 1), batch_dims=1),
)  # fmt: skip


def flat(case: Case) -> Case:
    """The same indices in one dimension."""
    return dataclasses.replace(case, key=f"{case.key}_flat", indices=(case.positions,), contents=case.key)


SEVERAL = (
    Case("model_rank3_gather", MODELS, "gather", (50 * K, 64), (32, 16, 64)),
    Case("model_rank3_gather_1d", MODELS, "gather", (1 * M,), (32, 16, 64)),
    Case("model_rank3_add", MODELS, "scatter", (50 * K, 64), (32, 16, 64), reduction="add"),
    Case("model_rank3_tiny", MODELS, "gather", (16, 4), (2, 2, 2)),
)
FEW = (
    Case("model_few_add", MODELS, "scatter", (1 * M, 64), (3,), reduction="add", dtype="float16"),
    Case("model_few_mean", MODELS, "scatter", (1 * M, 64), (3,), reduction="mean", dtype="float16"),
    Case("model_few_add_without_self", MODELS, "scatter", (1 * M, 64), (3,), reduction="add", dtype="float16",
         include_self=False),
    Case("model_few_mean_without_self", MODELS, "scatter", (1 * M, 64), (3,), reduction="mean", dtype="float16",
         include_self=False),
)  # fmt: skip

CASES = (*GATHERS, *REDUCTIONS, *EMBEDDINGS, *(one for case in SEVERAL for one in (case, flat(case))), *FEW)
