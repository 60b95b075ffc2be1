"""Draws lines of text on the GPU, composed from glyph cells, with what happens to paper: endlessly, no two alike."""
import lzma
import numpy as np
import torch
import torch.nn.functional as F
from atlas import BASE, CELL, CHARS, MAGNETIC as MAGNETIC_CELLS, PEN
from reader import INDEX

HEIGHT = 48
LETTERS = 80
# Steps come in few shapes: the libraries of the GPU prepare each new shape for seconds.
WIDTHS = [128, 256, 416, 640, 960, 1504]


def cuts_of(widths, lines_of):
    """Steps of a chunk that is sorted by width, as first line, last line and the width they're drawn in."""
    cuts, least = [], 0
    for width in WIDTHS:
        first, end = np.searchsorted(widths, [least, width], 'right')
        count = lines_of(width)
        cuts += [(at, at + count, width) for at in range(int(first), int(end) - count + 1, count)]
        least = width
    return cuts


class Fonts:
    """The cells of an atlas on the device. `unseen` chooses the fonts that are only for judging."""

    def __init__(self, path, device, unseen=False):
        data = np.load(path)
        shape = data['shape']
        packed = np.frombuffer(lzma.decompress(data['cells'].tobytes()), np.uint8).reshape(shape)
        chosen = np.where(data['unseen'] == unseen)[0]
        packed = torch.from_numpy(packed[chosen].copy()).to(device)
        cells = torch.stack([packed >> 4, packed & 15], -1).flatten(-2).to(torch.int16)
        # Each place holds its own pixel and the three that a value between pixels needs, with four bits each.
        padded = F.pad(cells.reshape(len(chosen) * len(CHARS), CELL, CELL), (1, 1, 1, 1))
        self.cells = (padded[:, :-1, :-1] | padded[:, :-1, 1:] << 4 | padded[:, 1:, :-1] << 8 | padded[:, 1:, 1:] << 12).flatten()
        self.advances = torch.from_numpy(data['advances'][chosen]).to(device)
        self.kinds = data['kinds'][chosen]
        self.names = data['names'][chosen]
        self.upper = torch.from_numpy(data['upper'][chosen]).to(device)
        mono = (self.advances[:, :94].amax(1) - torch.where(self.advances[:, :94] > 0, self.advances[:, :94], 99.).amin(1)).cpu().numpy() < 1
        share = {'print': .6, 'hand': .24, 'ocr': .07}
        weight = np.zeros(len(chosen))
        for kind, part in share.items():
            here = self.kinds == kind
            if here.any():
                weight[here] = part / here.sum()
        here = mono & (self.kinds == 'print')
        if here.any():
            weight[here] += .09 / here.sum()
        self.weight = torch.from_numpy(weight / weight.sum()).float().to(device)
        self.magnetic = torch.from_numpy(np.where(self.kinds == 'magnetic')[0]).to(device)
        self.is_hand = torch.from_numpy(self.kinds == 'hand').to(device)


CODE = np.full(128, 94, np.int64)
for _i, _c in enumerate(CHARS):
    CODE[ord(_c)] = _i
CLASS = torch.tensor([INDEX[c] for c in CHARS] + [INDEX[' ']])
MAGNETIC = torch.tensor([c in MAGNETIC_CELLS for c in CHARS] + [True])
UPPER = torch.tensor([CHARS.index(c.upper()) if c.isalpha() else i for i, c in enumerate(CHARS)] + [94])


def encode(texts):
    """Texts as numbers, -1 behind their end: what workers hand over."""
    codes = np.full((len(texts), LETTERS), -1, np.int8)
    for i, line in enumerate(texts):
        codes[i, :len(line)] = CODE[np.frombuffer(line.encode('ascii'), np.uint8)]
    return codes


class Drawer:
    def __init__(self, fonts, device):
        self.fonts, self.device = fonts, device
        self.dct = dct_matrix(device)
        self.classes, self.uppers, self.magnetic = CLASS.to(device), UPPER.to(device), MAGNETIC.to(device)

    def u(self, n, low=0., high=1.):
        return torch.rand(n, device=self.device) * (high - low) + low

    def plan(self, codes):
        """Chooses a font and a size for each text. Returns the plan, sorted by the width of the lines."""
        n = len(codes)
        codes = torch.as_tensor(codes, device=self.device).long()
        font = torch.multinomial(self.fonts.weight, n, replacement=True)
        if len(self.fonts.magnetic):
            could = self.magnetic[codes.clamp(min=0)].all(1) & (self.u(n) < .3)
            font = torch.where(could, self.fonts.magnetic[torch.randint(len(self.fonts.magnetic), (n,), device=self.device)], font)
        codes = torch.where(self.fonts.upper[font, None] & (codes >= 0), self.uppers[codes.clamp(min=0)], codes)
        is_hand = self.fonts.is_hand[font]
        # People write a letter in more than one way: some of a line's are those of another hand.
        another = font[torch.randperm(n, device=self.device)]
        another = torch.where(is_hand & self.fonts.is_hand[another] & ~self.fonts.upper[another] & (self.u(n) < .4), another, font)
        share = self.u(n, .1, .5)
        font = torch.where(torch.rand(codes.shape, device=self.device) < share[:, None], another[:, None], font[:, None])
        # A font that lacks a character draws an X in its place.
        codes = torch.where((self.fonts.advances[font, codes.clamp(min=0)] < 0) & (codes >= 0), CHARS.index('X'), codes)
        advance = self.fonts.advances[font, codes.clamp(min=0)]
        tracked = self.u(n)
        tracking = torch.where(tracked < .72, self.u(n, -.6, .8), torch.where(tracked < .9, self.u(n, -1.6, 5), self.u(n, 4, 22)))
        is_comb = (self.u(n) < .05) & (codes != 94).all(1)
        tracking = torch.where(is_comb, self.u(n, 12, 34), tracking)
        wide = torch.where(self.u(n) < .5, torch.ones(n, device=self.device), self.u(n, .74, 1.28))
        # Blanks are narrow or wide: justified lines.
        blank = torch.where(self.u(n) < .6, torch.ones(n, device=self.device), self.u(n, .75, 2.6))[:, None]
        advance = torch.where(codes == 94, advance.clamp(min=6) * blank, advance + tracking[:, None])
        advance = torch.where(codes >= 0, advance.clamp(min=3), 0.)
        advance = advance + torch.where(codes >= 0, (self.u(n)[:, None] < .25) * torch.randn_like(advance) * .7, 0.)
        # Capitals and digits alone are cut closely: they fill most of the height.
        caps = torch.where(self.u(n) < .45, 26 + 3 * torch.randn(n, device=self.device), self.u(n, 17, 44)).clamp(13, 44)
        start = self.u(n, 0, 12)
        scale = caps / 30
        length = advance.sum(1) * scale * wide
        width = (length + start + self.u(n, 0, 14)).clamp(40, 1500)
        order = width.argsort()
        return [t[order] for t in (codes, font, advance, caps, start, wide, width, is_comb)]

    def ink(self, plan, width):
        """The strokes alone, 0 to 1, as N x 48 x W."""
        codes, font, advance, caps, start, wide, _, _ = plan
        n, dev = len(codes), self.device
        scale = (caps / 30)[:, None, None]
        x = torch.arange(width, device=dev).float()[None, None] + .5
        y = torch.arange(HEIGHT, device=dev).float()[None, :, None] + .5
        some = lambda share: (self.u(n) < share).float()[:, None, None]
        usual = torch.minimum(7.5 + caps + 2.2 * torch.randn(n, device=dev), caps + (HEIGHT - caps) * self.u(n, .2, .7))
        base = torch.where(self.u(n) < .85, usual, (HEIGHT + caps) / 2 + 3 * torch.randn(n, device=dev))
        base = torch.minimum(torch.maximum(base, caps * .95 + .5), torch.full_like(base, 47.5))[:, None, None]
        # How the line runs: a little askew, curved, leaning, seen from one side.
        rise = torch.randn(n, device=dev)[:, None, None] * .006 * some(.5)
        span = x / width - .5
        bend = some(.15) * self.u(n, -3.5, 3.5)[:, None, None] * torch.sin(span * self.u(n, 1.5, 6)[:, None, None] + self.u(n, 0, 6.3)[:, None, None])
        lean = some(.3) * torch.randn(n, device=dev)[:, None, None] * .09
        grow = some(.2) * self.u(n, -.12, .12)[:, None, None] * span
        up = (y - base - (x - width / 2) * rise.clamp(-6. / width * 2, 6. / width * 2) - bend) * (1 + grow)
        along = (x - start[:, None, None] + lean * up) / (scale * wide[:, None, None])
        ends = advance.cumsum(1)
        begins = ends - advance
        k = torch.searchsorted(ends, along.reshape(n, -1).contiguous(), right=True, out_int32=True).reshape(along.shape)
        is_hand = self.fonts.is_hand[font[:, 0]]
        each = lambda share, most: torch.randn(n, LETTERS, device=dev) * ((self.u(n) < share) * self.u(n, .1, 1) * most)[:, None]
        shift = each(.18, 1.6) + each(.6, 2.) * is_hand[:, None]
        slant = each(.5, .12) * is_hand[:, None]
        size = 1 + (each(.5, .12) * is_hand[:, None]).clamp(-.25, .3)
        across = CELL + 1
        is_drawn = (codes >= 0) & (codes < 94)
        glyph = torch.where(is_drawn, (font * 94 + codes) * (across * across), -1).int().flatten()
        begins, shift, slant, size = (t.flatten() for t in (begins, shift, slant, size))
        first = torch.arange(n, device=dev, dtype=torch.int32)[:, None, None] * LETTERS
        height = up / scale
        ink = torch.zeros(n * HEIGHT * width, device=dev)
        for step in (0, -1, 1):
            letter = ((k + step).clamp(0, LETTERS - 1) + first).reshape(-1)
            of = lambda values: values.index_select(0, letter)
            level = height.reshape(-1) * of(size)
            u = along.reshape(-1) - of(begins) + of(slant) * level + (PEN + .5)
            v = level + of(shift) + (BASE + .5)
            start_of = of(glyph)
            inside = (start_of >= 0) & (u >= 0) & (u < across) & (v >= 0) & (v < across)
            u, v = u.clamp(0, across - .01), v.clamp(0, across - .01)
            u0, v0 = u.int(), v.int()
            fu, fv = u - u0, v - v0
            four = self.fonts.cells.index_select(0, start_of.clamp(min=0) + v0 * across + u0).int()
            above = (four & 15) * (1 - fu) + (four >> 4 & 15) * fu
            below = (four >> 8 & 15) * (1 - fu) + (four >> 12 & 15) * fu
            ink = torch.maximum(ink, (above + (below - above) * fv) * inside)
        ink = (ink / 15).reshape(n, HEIGHT, width)
        return ink, base

    def wear(self, ink, caps):
        """Thick, thin, hollow, dotted and broken strokes."""
        n = len(ink)
        pick = self.u(n)[:, None, None]
        x = ink[:, None]
        thick = F.max_pool2d(x, 3, 1, 1)[:, 0]
        thin = -F.max_pool2d(-x, 3, 1, 1)[:, 0]
        amount = self.u(n)[:, None, None]
        ink = torch.where(pick < .16, ink + (thick - ink) * amount, ink)
        ink = torch.where((pick > .16) & (pick < .26), ink + (thin - ink) * amount * .8, ink)
        ink = torch.where((pick > .26) & (pick < .275), (thick - thin) * .9, ink)
        # Needles of a dot matrix, and holes punched into paper.
        pitch = self.u(n, 3, 5)[:, None, None]
        xx = torch.arange(ink.shape[2], device=self.device)[None, None]
        yy = torch.arange(HEIGHT, device=self.device)[None, :, None]
        dots = (torch.cos(xx * 6.2832 / pitch) + torch.cos(yy * 6.2832 / pitch)) * .5
        ink = torch.where((pick > .275) & (pick < .31), thick * (dots + .55).clamp(0, 1), ink)
        # Worn off in places: ribbons, thermal print, fax.
        h, w = ink.shape[1:]
        coarse = F.interpolate(torch.randn(n, 1, 12, max(2, w // 4), device=self.device), size=(h, w), mode='bilinear')[:, 0]
        fine = torch.randn(n, h, w, device=self.device)
        lost = ((coarse * .9 + fine * .5) * self.u(n, .3, 1)[:, None, None] + self.u(n, .2, 1.2)[:, None, None]).clamp(0, 1)
        return torch.where((pick > .31) & (pick < .40), ink * lost, ink)

    def around(self, n, width, base, caps, ends, is_comb, blanks):
        """Lines to write on, boxes, combs and strokes across, 0 to 1."""
        dev = self.device
        x = torch.arange(width, device=dev).float()[None, None]
        y = torch.arange(HEIGHT, device=dev).float()[None, :, None]
        one = lambda low, high: self.u(n, low, high)[:, None, None]
        chance = lambda share: (self.u(n) < share).float()[:, None, None]
        slope = torch.randn(n, device=dev)[:, None, None] * .003
        caps = caps[:, None, None]
        def across(at, thick):
            return (thick / 2 + .5 - (y - at - slope * (x - width / 2)).abs()).clamp(0, 1)
        def upright(at, thick):
            return (thick / 2 + .5 - (x - at).abs()).clamp(0, 1)
        lines = across(base + one(.5, 10), one(.6, 3)) * chance(.14)
        lines = torch.maximum(lines, across(base - caps - one(2, 9), one(.6, 3)) * chance(.06))
        lines = torch.maximum(lines, across(base - caps * one(.1, .9), one(.6, 2)) * chance(.025))
        for low, high in ((0., 6.), (width - 6., float(width))):
            lines = torch.maximum(lines, upright(one(low, high), one(.8, 3)) * chance(.12))
        # Rules between the columns of a table, as high as the picture: no letters.
        rules = torch.zeros(n, width + 1, device=dev)
        rules.scatter_(1, blanks.clamp(0, width).long(), 1.)
        rules = torch.maximum(rules, F.pad(rules, (1, 0))[:, :-1] * (self.u(n) < .5)[:, None])[:, None, :width]
        lines = torch.maximum(lines, rules * chance(.07))
        # A stroke of a pen or a stamp across the letters.
        tilt = one(-.5, .5)
        lines = torch.maximum(lines, (one(.6, 2) - (y - HEIGHT / 2 - tilt * (x - one(0, width))).abs()).clamp(0, 1) * chance(.03))
        marks = torch.zeros(n, width, device=dev)
        at = ends.clamp(0, width - 1).long()
        marks.scatter_(1, at, 1.)
        comb = torch.maximum(marks, F.pad(marks, (1, 0))[:, :-1])[:, None] * (is_comb & (self.u(n) < .6)).float()[:, None, None]
        return torch.maximum(lines, comb * torch.where(one(0, 1) < .5, (y > base - one(3, 14)).float(), torch.ones_like(y)))

    def ground(self, n, width):
        """Paper, cards and screens: even, shaded, patterned."""
        dev = self.device
        one = lambda low, high: self.u(n, low, high)[:, None, None]
        pick = self.u(n)[:, None, None]
        level = torch.where(pick < .5, one(.88, 1), torch.where(pick < .85, one(.5, 1), one(.15, .6)))
        grain = torch.zeros(n, HEIGHT, width, device=dev)
        for step, share in ((3, .5), (8, .8), (24, 1.)):
            coarse = F.interpolate(torch.randn(n, 1, max(2, HEIGHT // step), max(2, width // step), device=dev), size=(HEIGHT, width), mode='bilinear')[:, 0]
            grain += coarse * share * one(0, 1)
        x = torch.arange(width, device=dev).float()[None, None]
        y = torch.arange(HEIGHT, device=dev).float()[None, :, None]
        # Fine lines as on checks, cards and licenses.
        angle, pitch = one(0, 3.14), one(3, 14)
        waves = torch.sin((x * torch.cos(angle) + y * torch.sin(angle) + 4 * torch.sin(x / one(8, 40) + one(0, 6))) * 6.2832 / pitch)
        kind = self.u(n)[:, None, None]
        pattern = torch.where(kind < .2, grain * one(.01, .16), torch.where(kind < .3, waves * one(.01, .12), torch.zeros_like(grain)))
        pattern = pattern + torch.where(kind < .06, waves * one(.02, .1), torch.zeros_like(grain))
        shade = one(-1, 1) * (x / width - .5) + one(-1, 1) * (y / HEIGHT - .5)
        step = torch.sigmoid((x - one(0, width)) / one(.5, 20)) - .5
        return level + pattern + shade * (one(0, 1) < .25) * one(0, .35) + step * (one(0, 1) < .06) * one(-.4, .4)

    def draw(self, plan, W):
        """Pictures -1 to 1, as N x 1 x 48 x W, and for each line its classes, their count and where their middles are."""
        codes, font, advance, caps, start, wide, width, is_comb = plan
        n, dev = len(codes), self.device
        # The line stands at the left, or anywhere else.
        start = start + (W - width).clamp(min=0) * self.u(n) * (self.u(n) < .5)
        plan = [codes, font, advance, caps, start, wide, width, is_comb]
        ink, base = self.ink(plan, W)
        ink = self.wear(ink, caps)
        one = lambda low, high: self.u(n, low, high)[:, None, None]
        # A neighbor above or below is cut in.
        y = torch.arange(HEIGHT, device=dev)
        gap = caps * self.u(n, 1.35, 2.1) * torch.where(self.u(n) < .5, -1., 1.)
        rows = (y[None] + gap[:, None].round().long())
        near = torch.gather(ink.roll(1, 0), 1, rows.clamp(0, 47)[:, :, None].expand(-1, -1, W)) * ((rows >= 0) & (rows < 48))[:, :, None]
        # Only what stands clear of the line's own letters.
        far = torch.where(gap[:, None, None] < 0, (y[None, :, None] > base + caps[:, None, None] * .28), (y[None, :, None] < base - caps[:, None, None] * 1.1))
        has_near = ((self.u(n) < .3)[:, None, None]) & far
        own = ink
        ink = torch.where(has_near, torch.maximum(ink, near), ink)
        ends = start[:, None] + advance.cumsum(1) * (caps / 30 * wide)[:, None]
        # Where there is none, outside of the picture.
        blanks = torch.where(codes == 94, ends - advance * (caps / 60 * wide)[:, None], float(W))
        lines = self.around(n, W, base, caps, torch.where(codes >= 0, ends, start[:, None]), is_comb, blanks)
        ground = self.ground(n, W)
        mean = ground.mean((1, 2), keepdim=True)
        # Dark on light mostly; light on dark where the ground is dark enough.
        light = (mean < .55) & (one(0, 1) < .75) | (mean < .3)
        strength = torch.where(one(0, 1) < .7, one(.65, 1), one(.25, .7))
        colour = torch.where(light, mean + (1 - mean) * strength.clamp(min=.35), mean * (1 - strength))
        colour = colour + (one(0, 1) < .1) * one(-.2, .2) * torch.linspace(-1, 1, W, device=dev)
        rule = torch.where(one(0, 1) < .5, colour, mean * one(.2, .85))
        picture = ground + (rule - ground) * lines * one(.3, 1)
        plain = picture + (colour - picture) * ink
        # Raised letters: a light and a dark edge around a fill that may have the color of the card itself.
        s = 1
        bright = (F.pad(own, (0, s, 0, s))[:, s:, s:] - own).clamp(min=0)
        dark = (F.pad(own, (s, 0, s, 0))[:, :HEIGHT, :W] - own).clamp(min=0)
        side = torch.where(one(0, 1) < .5, 1., -1.)
        fill = torch.where(one(0, 1) < .5, picture + (colour - picture) * one(0, 1) * own, picture + one(-.15, .15) * own)
        raised = fill + side * (bright * one(.2, .8) - dark * one(.2, .8))
        is_raised = self.u(n) < .06
        picture = torch.where(is_raised[:, None, None], raised, plain)
        empty = self.u(n) < .02
        picture = torch.where(empty[:, None, None], ground + (rule - ground) * lines, picture)
        picture = self.degrade(picture.clamp(0, 1)[:, None], caps)
        # What was lost entirely is nothing to read either; raised letters are no darker or lighter than the card.
        shown = (picture[:, 0] * own).sum((1, 2)) / own.sum((1, 2)).clamp(min=1)
        bare = 1 - own
        lost = ~is_raised & ((shown - (picture[:, 0] * bare).sum((1, 2)) / bare.sum((1, 2))).abs() < .05)
        # Upside down, letters are nothing to read; digits and the like might be read either way.
        letters = ((codes >= 32) & (codes < 58) | (codes >= 64) & (codes < 90)).sum(1)
        turned = (self.u(n) < .06) & (letters >= 6)
        picture = torch.where(turned[:, None, None, None], picture.flip(2, 3), picture)
        # Mirrored ones too.
        mirrored = (self.u(n) < .01) & (letters >= 6)
        picture = torch.where(mirrored[:, None, None, None], picture.flip(3), picture)
        readable = ~(empty | turned | mirrored | lost)
        targets = torch.where(codes >= 0, self.classes[codes.clamp(min=0)], 0)
        lengths = torch.where(readable, (codes >= 0).sum(1), 0)
        natural = torch.minimum(self.fonts.advances[font, codes.clamp(min=0)], advance)
        middles = start[:, None] + (advance.cumsum(1) - advance + natural / 2) * (caps / 30 * wide)[:, None]
        return picture, targets, lengths, middles

    def degrade(self, x, caps=None):
        """What scanners, cameras, fax machines and JPEG do, on N x 1 x 48 x W from 0 to 1; the result is -1 to 1."""
        n, dev = len(x), self.device
        order = torch.randperm(n, device=dev)
        parts = []
        groups = 8 if n >= 64 else 2
        for group in order.chunk(groups):
            part = x[group]
            pick = float(torch.rand(()))
            # Print of 6 to 10 pixels is 3 to 5 times smaller than the line as the network sees it.
            factor = 1. if pick < .35 else float(torch.empty(()).uniform_(.5, 1)) if pick < .75 else float(torch.empty(()).uniform_(.26, .5))
            m = len(part)
            part = self.blur(part, 1 / factor)
            h, w = max(9, round(HEIGHT * factor)), max(9, round(x.shape[3] * factor))
            if factor < 1:
                part = F.interpolate(part, size=(h, w), mode='area')
            r = lambda low, high: self.u(m, low, high)[:, None, None, None]
            has = lambda share: (self.u(m) < share).float()[:, None, None, None]
            is_fax = float(torch.rand(())) < .25
            part = part + torch.randn_like(part) * has(.1 if is_fax else .35) * r(0, .07)
            # Light and dark.
            mean = part.mean((2, 3), keepdim=True)
            part = mean + (part - mean) * torch.where(has(.3) > 0, r(.4, 1.2), torch.ones_like(mean)) + has(.4) * r(-.2, .2)
            part = torch.where(has(.12) > 0, part.clamp(1e-3, 1) ** r(.5, 2), part)
            part = part.clamp(0, 1)
            # Black and white alone, as faxes are.
            if is_fax:
                two = torch.sigmoid((part - mean + r(-.08, .2) * 1. + torch.randn_like(part) * .015) * 30)
                part = torch.where(has(.6) > 0, two, part)
            if float(torch.rand(())) < .7:
                part = self.jpeg(part, has(.6))
            part = part.clamp(0, 1)
            if factor < 1:
                part = F.interpolate(part, size=x.shape[2:], mode='bilinear')
            parts.append(part)
        whole = torch.empty_like(x)
        whole[order] = torch.cat(parts).to(whole.dtype)
        invert = (self.u(n) < .05).float()[:, None, None, None]
        whole = whole + (1 - 2 * whole) * invert
        return whole * 2 - 1

    def blur(self, x, reach):
        """Each picture with a kernel of its own: out of focus, or moved."""
        n, size = len(x), 11
        at = torch.arange(size, device=self.device).float()[None] - size // 2
        level = torch.where(self.u(n) < .55, self.u(n, .05, .5), self.u(n, .2, 1.5)) * min(reach, 2.2)
        moved = self.u(n)
        for axis in (2, 3):
            spread = torch.where(moved < .1 * (axis - 1), torch.where(moved < .1 * (axis - 2), level, level * .2), level)[:, None].clamp(min=.12)
            kernel = torch.exp(-.5 * (at / spread) ** 2)
            kernel = (kernel / kernel.sum(1, keepdim=True))[:, :, None, None, None]
            padded = F.pad(x, (0, 0, 5, 5) if axis == 2 else (5, 5, 0, 0), mode='replicate')
            length = x.shape[axis]
            total = torch.zeros_like(x)
            for i in range(size):
                total = total + padded.narrow(axis, i, length) * kernel[:, i]
            x = total
        return x

    def jpeg(self, x, mask):
        n, _, h, w = x.shape
        top, left = int(torch.randint(0, 8, ())), int(torch.randint(0, 8, ()))
        H, W = (h + top + 7) // 8 * 8, (w + left + 7) // 8 * 8
        p = F.pad(x, (left, W - w - left, top, H - h - top), mode='replicate' if H - h - top < h and W - w - left < w else 'constant')
        b = p.reshape(n, H // 8, 8, W // 8, 8).permute(0, 1, 3, 2, 4) * 255 - 128
        f = self.both_ways(b, self.dct)
        quality = self.u(n, 15, 85)
        scale = torch.where(quality < 50, 50 / quality, 2 - quality / 50)[:, None, None, None, None]
        table = (QUANT.to(self.device) * scale).clamp(min=1)
        b = self.both_ways((f / table).round() * table, self.dct.T)
        out = ((b + 128) / 255).permute(0, 1, 3, 2, 4).reshape(n, 1, H, W)[:, :, top:top + h, left:left + w]
        return x + (out - x) * mask

    def both_ways(self, blocks, matrix):
        """matrix @ block @ matrix.T of every block of 8 x 8."""
        matrix = matrix.contiguous()
        rows = (blocks.contiguous().reshape(-1, 8) @ matrix.T).reshape(blocks.shape)
        return (rows.transpose(-1, -2).contiguous().reshape(-1, 8) @ matrix.T).reshape(blocks.shape).transpose(-1, -2)


QUANT = torch.tensor([[16, 11, 10, 16, 24, 40, 51, 61], [12, 12, 14, 19, 26, 58, 60, 55], [14, 13, 16, 24, 40, 57, 69, 56], [14, 17, 22, 29, 51, 87, 80, 62],
                      [18, 22, 37, 56, 68, 109, 103, 77], [24, 35, 55, 64, 81, 104, 113, 92], [49, 64, 78, 87, 103, 121, 120, 101], [72, 92, 95, 98, 112, 100, 103, 99]]).float()


def dct_matrix(device):
    k, i = torch.arange(8.)[:, None], torch.arange(8.)[None]
    matrix = torch.cos((2 * i + 1) * k * torch.pi / 16) * .5
    matrix[0] /= 2 ** .5
    return matrix.to(device)
