"""Makes the detector do less for the same result: python3 thin.py IN.onnx OUT.onnx, after fold.py.

Convolutions over maps that were enlarged before are done on the small maps, with one set of weights for each place in
an enlarged pixel; steps without anything between them that is not linear are joined.
"""

import sys

import numpy as np
import onnx
from onnx import helper, numpy_helper

model = onnx.load(sys.argv[1])
graph = model.graph
constants = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
nodes = list(graph.node)


def maker_of(name):
    return next(node for node in nodes if name in node.output)


def kind_of(name):
    return next((node.op_type for node in nodes if name in node.output), "")


def readers_of(name):
    return [node for node in nodes if name in node.input]


def keep(name, value, dtype=np.float32):
    constants[name] = np.ascontiguousarray(value, dtype)
    return name


def replace(old, new):
    """New nodes in the place of the last of the old ones."""
    at = nodes.index(old[-1])
    nodes[at : at + 1] = new
    for node in old[:-1]:
        nodes.remove(node)


def same_size(weights, inputs, output):
    return helper.make_node("Conv", [inputs, *weights], [output], kernel_shape=[3, 3], pads=[1, 1, 1, 1])


def to_pixels(inputs, output, side):
    return helper.make_node("DepthToSpace", [inputs], [output], blocksize=side)


def over_enlarged(weights, inputs, output):
    """What weights of 3 x 3 give over a map enlarged twice, from the map itself: 2 x 2 for each place in a pixel."""
    # Which of two rows (or columns) of the small map each of the three falls on, for the upper and the lower place.
    falls_on = [[0, 1, 1], [0, 0, 1]]
    count = weights.shape[0]
    spread = np.zeros((4 * count, weights.shape[1], 2, 2))
    for place in range(4):
        rows, columns = falls_on[place // 2], falls_on[place % 2]
        for y in range(3):
            for x in range(3):
                spread[place * count : (place + 1) * count, :, rows[y], columns[x]] += weights[:, :, y, x]
    # With a border on all sides the result is one row and one column too large: each place leaves out another.
    weights_name = keep(output + ".w", spread)
    steps = [helper.make_node("Conv", [inputs, weights_name], [output + ".0"], kernel_shape=[2, 2], pads=[1, 1, 1, 1])]
    for place in range(4):
        row, column = place // 2, place % 2
        ends = [(place + 1) * count, *(np.iinfo(np.int64).max if start else -1 for start in (row, column))]
        bounds = [
            keep(f"{output}.from{place}", [place * count, row, column], np.int64),
            keep(f"{output}.to{place}", ends, np.int64),
            keep(f"{output}.axes", [1, 2, 3], np.int64),
        ]
        steps.append(helper.make_node("Slice", [output + ".0", *bounds], [f"{output}.place{place}"]))
    places = [f"{output}.place{place}" for place in range(4)]
    return [*steps, helper.make_node("Concat", places, [output + ".1"], axis=1), to_pixels(output + ".1", output, 2)]


def is_sum_with_enlarged(node):
    return node.op_type == "Add" and sorted(kind_of(name) for name in node.input) == ["Mul", "Resize"]


def join_last_steps():
    """Two convolutions that each enlarge twice become two of single pixels, whose results are laid out at the end."""
    first, second = [node for node in nodes if node.op_type == "ConvTranspose"]
    offset = readers_of(first.output[0])[0]
    normalise = readers_of(offset.output[0])[0]
    positive = readers_of(normalise.output[0])[0]
    last_offset = readers_of(second.output[0])[0]
    sigmoid = readers_of(last_offset.output[0])[0]
    kinds = [node.op_type for node in (offset, normalise, positive, last_offset, sigmoid)]
    assert kinds == ["Add", "BatchNormalization", "Relu", "Add", "Sigmoid"], kinds

    scale, move, mean, variance = (constants[name].astype(np.float64) for name in normalise.input[1:5])
    epsilon = next(a.f for a in normalise.attribute if a.name == "epsilon")
    factor = scale / np.sqrt(variance + epsilon)
    bias = (constants[offset.input[1]].reshape(-1) - mean) * factor + move
    weights = constants[first.input[1]] * factor[None, :, None, None]
    count = weights.shape[1]
    ahead = weights.transpose(2, 3, 1, 0).reshape(4 * count, -1, 1, 1)

    small = constants[second.input[1]][:, 0].transpose(1, 2, 0).reshape(4, count, 1, 1)
    last_bias = np.repeat(constants[last_offset.input[1]].reshape(-1), 16)
    replace(
        [first, offset, normalise, positive, second, last_offset, sigmoid],
        [
            helper.make_node("Conv", [first.input[0], keep("tail.w", ahead), keep("tail.b", np.tile(bias, 4))], ["tail.0"]),
            helper.make_node("Relu", ["tail.0"], ["tail.1"]),
            helper.make_node(
                "Conv",
                ["tail.1", keep("tail.w2", np.tile(small, (4, 1, 1, 1))), keep("tail.b2", last_bias)],
                ["tail.2"],
                group=4,
            ),
            helper.make_node("Sigmoid", ["tail.2"], ["tail.3"]),
            to_pixels("tail.3", "tail.4", 2),
            to_pixels("tail.4", sigmoid.output[0], 2),
        ],
    )


def split_head():
    """The convolution over four maps side by side, three of which were enlarged."""
    concat = next(node for node in nodes if node.op_type == "Concat")
    (convolution,) = readers_of(concat.output[0])
    weights = constants[convolution.input[1]]
    *enlarged, own = concat.input
    channels = weights.shape[1] // 4
    resizes = [maker_of(name) for name in enlarged]
    sources = []
    halved = []
    for resize in resizes:
        scales = constants[resize.input[2]]
        if scales[2] == 2:
            sources.append(resize.input[0])
            continue
        less = helper.make_node("Resize", resize.input, [resize.output[0]])
        less.attribute.extend(resize.attribute)
        less.input[2] = keep(resize.input[2] + ".half", [1, 1, scales[2] / 2, scales[3] / 2])
        halved.append(less)
        sources.append(resize.output[0])
    split = [
        *halved,
        helper.make_node("Concat", sources, ["head.small"], axis=1),
        *over_enlarged(weights[:, : 3 * channels].astype(np.float64), "head.small", "head.1"),
        same_size([keep("head.w2", weights[:, 3 * channels :]), convolution.input[2]], own, "head.2"),
        helper.make_node("Add", ["head.1", "head.2"], [convolution.output[0]]),
    ]
    replace([*resizes, concat, convolution], split)


def split_finest_map():
    """The convolution over the finest map, which is a gated one of few channels and an enlarged one."""
    # Coarser sums are enlarged too; the finest one is read by a convolution alone.
    (total,) = [node for node in nodes if is_sum_with_enlarged(node) and len(readers_of(node.output[0])) == 1]
    (convolution,) = readers_of(total.output[0])
    gated, resize = sorted((maker_of(name) for name in total.input), key=lambda node: node.op_type)
    spread_out = next(maker_of(name) for name in gated.input if maker_of(name).op_type == "Conv")
    gate = next(name for name in gated.input if maker_of(name).op_type != "Conv")
    pool = next(node for node in readers_of(spread_out.output[0]) if node.op_type == "GlobalAveragePool")
    assert len(spread_out.input) == 2 and len(readers_of(resize.output[0])) == 1
    weights = constants[convolution.input[1]].astype(np.float64)
    narrow = constants[spread_out.input[1]]
    few = narrow.shape[1]
    few_name = spread_out.input[0]
    # The mean of what a linear step gives is what it gives for the mean.
    replace([spread_out], [])
    replace(
        [pool],
        [
            helper.make_node("GlobalAveragePool", [few_name], ["finest.mean"]),
            helper.make_node("Conv", ["finest.mean", spread_out.input[1]], [pool.output[0]]),
        ],
    )
    replace(
        [gated, resize, total, convolution],
        [
            helper.make_node("Reshape", [gate, keep("finest.column", [96, 1], np.int64)], ["finest.gate"]),
            helper.make_node("Mul", [keep("finest.narrow", narrow[:, :, 0, 0]), "finest.gate"], ["finest.gated"]),
            helper.make_node(
                "MatMul",
                [keep("finest.w", weights.transpose(0, 2, 3, 1).reshape(24 * 9, 96)), "finest.gated"],
                ["finest.0"],
            ),
            helper.make_node("Reshape", ["finest.0", keep("finest.shape", [24, 3, 3, few], np.int64)], ["finest.1"]),
            helper.make_node("Transpose", ["finest.1"], ["finest.2"], perm=[0, 3, 1, 2]),
            same_size(["finest.2"], few_name, "finest.3"),
            *over_enlarged(weights, resize.input[0], "finest.4"),
            helper.make_node("Add", ["finest.3", "finest.4"], [convolution.output[0]]),
        ],
    )


split_head()
split_finest_map()
join_last_steps()

used = {name for node in nodes for name in node.input}
tensors = [numpy_helper.from_array(value, name) for name, value in constants.items() if name in used]
thinned = helper.make_model(
    helper.make_graph(nodes, graph.name, list(graph.input), list(graph.output), tensors),
    opset_imports=model.opset_import,
    producer_name=model.producer_name,
)
thinned.ir_version = model.ir_version
onnx.checker.check_model(thinned)
onnx.save(thinned, sys.argv[2])
