"""Writes the network of `reader.pt` as ONNX.

    python3 export.py reader.pt reader.onnx
"""
import sys
import torch
from reader import Reader

weights, out = sys.argv[1:]


class Interface(torch.nn.Module):
    """Takes what the former network takes, blue, green and red from -1 to 1, so that either stands behind the same code."""

    def __init__(self, reader):
        super().__init__()
        self.reader = reader
        self.gray = torch.nn.Conv2d(3, 1, 1, bias=False)
        self.gray.weight.data = torch.tensor([.114, .587, .299]).reshape(1, 3, 1, 1)

    def forward(self, x):
        return self.reader(self.gray(x))


model = Reader()
if weights != '-':
    model.load_state_dict(torch.load(weights, map_location='cpu'))
x = torch.randn(1, 3, 48, 320)
torch.onnx.export(Interface(model).eval(), (x,), out, input_names=['x'], output_names=['y'], opset_version=17,
                  dynamic_axes={'x': {0: 'n', 3: 'w'}, 'y': {0: 'n', 1: 't'}})
