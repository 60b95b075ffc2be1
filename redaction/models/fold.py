"""Makes a network faster without changing what it computes: python3 fold.py IN.onnx OUT.onnx (needs the package onnx).

Scales, offsets and normalisations behind a convolution become part of its weights; x * clip(x + 3, 0, 6) / 6, which
is four passes over the data, becomes x * HardSigmoid(x), which is two. A scale and an offset ahead of convolutions
become part of these, the offset only where no border of zeros is added. x + x * gate becomes x * (gate + 1).
"""

import sys

import numpy as np
import onnx
from onnx import helper, numpy_helper


def constants_of(graph):
    found = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    for node in graph.node:
        if node.op_type == "Constant":
            found[node.output[0]] = numpy_helper.to_array(node.attribute[0].t)
    return found


model = onnx.load(sys.argv[1])
constants = constants_of(model.graph)
nodes = [node for node in model.graph.node if node.op_type != "Constant"]
results = {output.name for output in model.graph.output}


def readers_of():
    readers = {}
    for node in nodes:
        for name in node.input:
            readers.setdefault(name, []).append(node)
    return readers


def only_reader(readers, name):
    found = readers.get(name, [])
    return found[0] if len(found) == 1 and name not in results else None


def number(name):
    value = constants.get(name)
    return float(value.reshape(-1)[0]) if value is not None and value.size == 1 else None


def clip_range(node):
    attributes = {attribute.name: attribute.f for attribute in node.attribute}
    inputs = [number(name) for name in node.input[1:3]]
    return [attributes.get("min", inputs[0] if inputs else None), attributes.get("max", inputs[-1] if inputs else None)]


def fold_activation(add):
    """The first node of x * clip(x + 3, 0, 6) / 6, in either order of the last two steps."""
    readers = readers_of()
    x = [name for name in add.input if number(name) is None]
    if len(x) != 1 or [number(name) for name in add.input if name not in x] != [3.0]:
        return False
    chain = [add]
    for _ in range(3):
        following = only_reader(readers, chain[-1].output[0])
        if following is None:
            return False
        chain.append(following)
    _, clip, *rest = chain
    if clip.op_type != "Clip" or clip_range(clip) != [0.0, 6.0]:
        return False
    if sorted(node.op_type for node in rest) != ["Div", "Mul"]:
        return False
    divide, multiply = sorted(rest, key=lambda node: node.op_type)
    if number(divide.input[1]) != 6.0 or x[0] not in multiply.input:
        return False
    output = chain[-1].output[0]
    at = nodes.index(chain[-1])
    nodes[at : at + 1] = [
        helper.make_node("HardSigmoid", x, [output + ".gate"], alpha=1 / 6, beta=0.5),
        helper.make_node("Mul", [x[0], output + ".gate"], [output]),
    ]
    for node in chain[:-1]:
        nodes.remove(node)
    return True


def factor_and_offset(node, name, channels):
    """What a node does to each channel, or nothing when it does more than that."""
    if node.op_type == "BatchNormalization":
        scale, offset, mean, variance = (constants[other].astype(np.float64) for other in node.input[1:5])
        epsilon = next((a.f for a in node.attribute if a.name == "epsilon"), 1e-5)
        factor = scale / np.sqrt(variance + epsilon)
        return factor, offset - mean * factor
    others = [constants.get(other) for other in node.input if other != name]
    if node.op_type not in ("Mul", "Add") or len(others) != 1 or others[0] is None:
        return None
    value = others[0].astype(np.float64)
    is_per_channel = value.ndim >= 3 and value.shape[-3] == channels == value.size
    if value.size != 1 and not is_per_channel:
        return None
    value = np.broadcast_to(value.reshape(-1), channels)
    return (value, np.zeros(channels)) if node.op_type == "Mul" else (np.ones(channels), value)


def fold_into(convolution):
    readers = readers_of()
    output = convolution.output[0]
    following = only_reader(readers, output)
    weights = constants.get(convolution.input[1])
    if following is None or weights is None:
        return False
    change = factor_and_offset(following, output, weights.shape[0])
    if change is None:
        return False
    factor, offset = change
    bias = constants[convolution.input[2]] if len(convolution.input) > 2 else np.zeros(weights.shape[0])
    names = [output + ".weights", output + ".bias"]
    constants[names[0]] = (weights * factor[:, None, None, None]).astype(np.float32)
    constants[names[1]] = (bias * factor + offset).astype(np.float32)
    folded = helper.make_node("Conv", [convolution.input[0], *names], [following.output[0]])
    folded.attribute.extend(convolution.attribute)
    nodes[nodes.index(following)] = folded
    nodes.remove(convolution)
    return True


def is_pointwise(convolution):
    weights = constants[convolution.input[1]]
    attributes = {attribute.name: list(attribute.ints) or attribute.i for attribute in convolution.attribute}
    return weights.shape[2:] == (1, 1) and not any(attributes.get("pads", [])) and attributes.get("group", 1) == 1


def fold_ahead(scale):
    """A number that is multiplied, and one that is added after it, in front of convolutions and of nothing else."""
    readers = readers_of()
    factor = next((number(name) for name in scale.input if number(name) is not None), None)
    add = only_reader(readers, scale.output[0])
    if scale.op_type != "Mul" or not factor or add is None or add.op_type != "Add":
        return False
    offset = next((number(name) for name in add.input if number(name) is not None), None)
    following = readers.get(add.output[0], [])
    if offset is None or add.output[0] in results:
        return False
    if any(node.op_type != "Conv" or node.input[1] not in constants for node in following):
        return False
    x = next(name for name in scale.input if number(name) is None)
    takes_offset = all(is_pointwise(node) for node in following)
    for node in following:
        weights = constants[node.input[1]].astype(np.float64)
        bias = constants[node.input[2]] if len(node.input) > 2 else np.zeros(weights.shape[0])
        names = [node.output[0] + ".scaled", node.output[0] + ".moved"]
        constants[names[0]] = (weights * factor).astype(np.float32)
        moved = bias + weights.sum(axis=(1, 2, 3)) * offset if takes_offset else bias
        constants[names[1]] = moved.astype(np.float32)
        node.input[:] = [x if takes_offset else add.output[0], *names]
    if takes_offset:
        nodes.remove(add)
    else:
        constants[scale.output[0] + ".offset"] = np.array([offset / factor], np.float32)
        add.input[:] = [x, scale.output[0] + ".offset"]
    nodes.remove(scale)
    return True


def fold_gate(add):
    """x + x * gate, where the gate is one number for each channel."""
    readers = readers_of()
    makers = {name: node for node in nodes for name in node.output}
    for x, product in (add.input, reversed(add.input)):
        multiply = makers.get(product)
        if multiply is None or multiply.op_type != "Mul" or x not in multiply.input:
            continue
        gates = [name for name in multiply.input if name != x]
        if len(gates) != 1 or only_reader(readers, product) is None:
            continue
        if makers[gates[0]].op_type != "HardSigmoid":
            continue
        constants["one"] = np.ones(1, np.float32)
        at = nodes.index(multiply)
        nodes[at : at + 1] = [
            helper.make_node("Add", [gates[0], "one"], [product + ".gate"]),
            helper.make_node("Mul", [x, product + ".gate"], [add.output[0]]),
        ]
        nodes.remove(add)
        return True
    return False


while any(fold_activation(node) for node in nodes if node.op_type == "Add"):
    pass
while any(fold_into(node) for node in nodes if node.op_type == "Conv"):
    pass
while any(fold_ahead(node) for node in nodes if node.op_type == "Mul"):
    pass
while any(fold_gate(node) for node in nodes if node.op_type == "Add" and len(set(node.input)) == 2):
    pass

used = {name for node in nodes for name in node.input}
tensors = [numpy_helper.from_array(np.ascontiguousarray(v), k) for k, v in constants.items() if k in used]
inputs = [tensor for tensor in model.graph.input if tensor.name not in constants]
graph = helper.make_graph(nodes, model.graph.name, inputs, list(model.graph.output), tensors)
folded = helper.make_model(graph, opset_imports=model.opset_import, producer_name=model.producer_name)
folded.ir_version = model.ir_version
onnx.checker.check_model(folded)
onnx.save(folded, sys.argv[2])
