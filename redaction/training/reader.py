"""The network: a line of 48 x W gray pixels in, one row of 98 class scores for every 4 pixels of width out."""
import torch
from torch import nn

# The classes of the former network, so that both are decoded alike: 0 is the blank, the last two are the space.
ALPHABET = ''.join(map(chr, range(0x30, 0x7f))) + '!"#$%&\'()*+,-./' + '  '
CLASSES = len(ALPHABET) + 1
INDEX = {}
for _i, _c in enumerate(ALPHABET):
    INDEX.setdefault(_c, _i + 1)


def conv(i, o, kernel=3, stride=1, groups=1):
    kernel = (kernel, kernel) if isinstance(kernel, int) else kernel
    padding = (kernel[0] // 2, kernel[1] // 2)
    return nn.Sequential(nn.Conv2d(i, o, kernel, stride, padding, groups=groups, bias=False), nn.BatchNorm2d(o), nn.Hardswish())


class Separable(nn.Module):
    def __init__(self, i, o, stride=(1, 1), kernel=3):
        super().__init__()
        self.deep = conv(i, i, kernel, stride, i)
        self.point = conv(i, o, 1)
        self.is_residual = i == o and stride == (1, 1)

    def forward(self, x):
        y = self.point(self.deep(x))
        return x + y if self.is_residual else y


class Mix(nn.Module):
    """Looks along the line."""

    def __init__(self, width, kernel):
        super().__init__()
        self.along = nn.Conv2d(width, width, (1, kernel), padding=(0, kernel // 2), groups=width, bias=False)
        self.norm = nn.BatchNorm2d(width)
        self.up = nn.Conv2d(width, 2 * width, 1)
        self.act = nn.Hardswish()
        self.down = nn.Conv2d(2 * width, width, 1)

    def forward(self, x):
        return x + self.down(self.act(self.up(self.norm(self.along(x)))))


class Reader(nn.Module):
    def __init__(self, widths=(40, 80, 128, 240, 240), kernels=(9, 13, 17, 21, 31)):
        super().__init__()
        a, b, c, d, e = widths
        self.body = nn.Sequential(
            conv(1, a, 3, 2),
            Separable(a, b, (2, 1)), Separable(b, b),
            Separable(b, c, (2, 2)), Separable(c, c), Separable(c, c), Separable(c, c),
            Separable(c, d, (2, 1)), Separable(d, d), Separable(d, d), Separable(d, d), Separable(d, d, kernel=5),
        )
        # Three rows are left of the 48: what stands in which of them is kept.
        self.rows = nn.Conv2d(d, e, (3, 1), bias=False)
        self.rows_norm = nn.BatchNorm2d(e)
        self.mix = nn.Sequential(*[Mix(e, k) for k in kernels])
        self.head = nn.Conv2d(e, CLASSES, 1)

    def logits(self, x):
        x = self.rows_norm(self.rows(self.body(x)))
        return self.head(self.mix(x)).squeeze(2).transpose(1, 2)

    def forward(self, x):
        return self.logits(x).softmax(-1)
