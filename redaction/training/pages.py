"""Lines of public forms, cut anew each time from the pages that pages.ts wrote, with the text of the file."""
import gzip, json, random
import numpy as np
import torch
from lines import HEIGHT, LETTERS, WIDTHS
from reader import INDEX


class Pages:
    def __init__(self, folder, drawer):
        self.drawer, dev = drawer, drawer.device
        with open(folder + '/pages.json') as file:
            pages = json.load(file)
        with gzip.open(folder + '/pages.gz') as file:
            self.pixels = torch.from_numpy(np.frombuffer(file.read(), np.uint8).copy()).to(dev)
        starts, widths, heights, quads, texts, middles = [], [], [], [], [], []
        at = 0
        for page in pages:
            for line in page['lines']:
                # Blanks aren't among the characters that have a place.
                if len(line['text']) > LETTERS or any(c not in INDEX for c in line['text']):
                    continue
                starts.append(at)
                widths.append(page['width'])
                heights.append(page['height'])
                quads.append(line['quad'])
                texts.append([INDEX[c] for c in line['text']] + [0] * (LETTERS - len(line['text'])))
                placed = line['at'] if len(line['at']) == len(line['text']) else []
                middles.append(placed + [-9.] * (LETTERS - len(placed)))
            at += page['width'] * page['height']
        self.starts, self.widths, self.heights = (torch.tensor(v, device=dev) for v in (starts, widths, heights))
        self.quads = torch.tensor(quads, device=dev)
        self.targets = torch.tensor(texts, device=dev)
        self.middles = torch.tensor(middles, device=dev)
        self.lengths = (self.targets > 0).sum(1)
        along = (self.quads[:, 1] - self.quads[:, 0]).norm(dim=1)
        down = (self.quads[:, 3] - self.quads[:, 0]).norm(dim=1)
        self.natural = ((along + .6 * down) / (1.3 * down) * HEIGHT).cpu().numpy()
        print(len(texts), 'lines of', len(pages), 'pages', flush=True)

    def batch(self, lines_of):
        """As Drawer.draw gives them."""
        dev, u = self.drawer.device, self.drawer.u
        W = WIDTHS[min(len(WIDTHS) - 1, np.searchsorted(WIDTHS, self.natural[random.randrange(len(self.natural))]))]
        least = max([0] + [width for width in WIDTHS if width < W])
        fits = np.where((self.natural > least) & (self.natural <= W))[0]
        if len(fits) == 0:
            fits = np.where(self.natural <= W)[0]
        n = lines_of(W)
        chosen = torch.from_numpy(np.random.choice(fits, n, replace=n > len(fits))).to(dev)
        quad = self.quads[chosen]
        along, down = quad[:, 1] - quad[:, 0], quad[:, 3] - quad[:, 0]
        length, height = along.norm(dim=1), down.norm(dim=1)
        along, down = along / length[:, None], down / height[:, None]
        # Cut as closely or loosely, and as askew, as lines are found.
        above, below = height * u(n, -.12, .3), height * u(n, -.15, .3)
        left, right = height * u(n, .0, .45), height * u(n, .0, .45)
        tilt = torch.randn(n, device=dev) * .06 * height
        wide, high = length + left + right, height + above + below
        # The width in the picture of the network; what's left over at the right shows its last column.
        across = (wide / high * HEIGHT * u(n, .94, 1.06)).clamp(24, W)
        column = torch.minimum(torch.arange(W, device=dev)[None] + .5, across[:, None] - .5) / across[:, None]
        row = (torch.arange(HEIGHT, device=dev) + .5) / HEIGHT
        s = (column * wide[:, None] - left[:, None])[:, None]
        t = (row[None] * high[:, None] - above[:, None])[:, :, None] + (column - .5)[:, None] * tilt[:, None, None]
        x = quad[:, 0, 0, None, None] + s * along[:, 0, None, None] + t * down[:, 0, None, None] - .5
        y = quad[:, 0, 1, None, None] + s * along[:, 1, None, None] + t * down[:, 1, None, None] - .5
        w, h = self.widths[chosen][:, None, None], self.heights[chosen][:, None, None]
        x0, y0 = x.floor(), y.floor()
        fx, fy = x - x0, y - y0
        picture = 0
        for dy in (0, 1):
            for dx in (0, 1):
                xx = torch.minimum((x0.long() + dx).clamp(min=0), w - 1)
                yy = torch.minimum((y0.long() + dy).clamp(min=0), h - 1)
                value = self.pixels[self.starts[chosen][:, None, None] + yy * w + xx].float() / 255
                picture = picture + value * (fx if dx else 1 - fx) * (fy if dy else 1 - fy)
        middles = (self.middles[chosen] * length[:, None] + left[:, None]) / wide[:, None] * across[:, None]
        middles = torch.where(self.middles[chosen] < -1, torch.full_like(middles, -99.), middles)
        return self.drawer.degrade(picture[:, None]), self.targets[chosen], self.lengths[chosen], middles
