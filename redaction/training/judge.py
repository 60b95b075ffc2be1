"""How well a reader reads lines in fonts that it wasn't trained on, and lines that were cut from papers.

    python3 judge.py reader.pt FOLDER-WITH-DATA [LINES]
"""
import gzip, json, os, random, sys
import numpy as np
import torch
import texts
from lines import HEIGHT, WIDTHS, Drawer, Fonts, cuts_of, encode
from reader import ALPHABET, Reader

AT_ONCE = 32


def decode(best):
    return ''.join(ALPHABET[c - 1] for i, c in enumerate(best) if c and (i == 0 or best[i - 1] != c))


def distance(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a):
        following = [i + 1]
        for j, y in enumerate(b):
            following.append(min(row[j + 1] + 1, following[j] + 1, row[j] + (x != y)))
        row = following
    return row[-1]


class Counts:
    def __init__(self):
        self.kinds, self.shown = {}, []

    def add(self, kind, text, read):
        text, read = text.replace(' ', ''), read.replace(' ', '')
        if kind.endswith('.micr'):
            text, read = (''.join(c for c in t if c.isdigit()) for t in (text, read))
        errors = distance(read, text)
        count = self.kinds.setdefault(kind, [0, 0, 0, 0])
        for i, value in enumerate((errors, len(text), errors > 0, 1)):
            count[i] += value
        return errors

    def line(self, kind):
        errors, letters, wrong, lines = self.kinds[kind]
        return f'character error {errors / max(1, letters):.4f}, lines wrong {wrong / lines:.4f} of {lines}'


def on_drawn(model, drawer, count=4000):
    random.seed(7)
    plan = drawer.plan(encode([texts.text() for _ in range(count)]))
    counts, shown = Counts(), []
    with torch.no_grad():
        for a, b, width in cuts_of(plan[6].cpu().numpy(), lambda _: AT_ONCE):
            part = [t[a:b] for t in plan]
            x, targets, lengths, _ = drawer.draw(part, width)
            best = model.logits(x).argmax(-1).cpu().tolist()
            kinds = [str(drawer.fonts.kinds[i]) for i in part[1][:, 0].cpu().tolist()]
            for i in range(len(best)):
                text = ''.join(ALPHABET[c - 1] for c in targets[i, :lengths[i]].tolist())
                kind = kinds[i] if text else 'nothing'
                read = decode(best[i])
                if counts.add(kind, text, read) and len(shown) < 25 and random.random() < .2:
                    shown.append((kind, text, read))
    for kind in sorted(counts.kinds):
        print(f'unseen fonts, {kind}: {counts.line(kind)}')
    for row in shown:
        print(' ', row)


def on_cut(model, folder, device):
    """Lines with what the former network reads, all cut as the product cuts them."""
    with open(folder + '/test.json') as file:
        rows = json.load(file)
    with gzip.open(folder + '/test.gz') as file:
        pixels = np.frombuffer(file.read(), np.uint8)
    ours, former, groups, at, shown = Counts(), Counts(), {}, 0, []
    for row in rows:
        line = pixels[at:at + HEIGHT * row['width']].reshape(HEIGHT, row['width'])
        at += HEIGHT * row['width']
        fitting = [w for w in WIDTHS if w >= row['width']]
        if fitting:
            groups.setdefault(fitting[0], []).append((row, np.pad(line, ((0, 0), (0, fitting[0] - row['width'])), 'edge')))
    with torch.no_grad():
        for width, lines in groups.items():
            for first in range(0, len(lines), AT_ONCE):
                part = lines[first:first + AT_ONCE]
                x = np.stack([line for _, line in part] + [part[0][1]] * (AT_ONCE - len(part)))
                best = model.logits(torch.from_numpy(x).to(device).float()[:, None] / 127.5 - 1).argmax(-1).cpu().tolist()
                for (row, _), steps in zip(part, best):
                    read = decode(steps)
                    wrong = ours.add(row['kind'], row['text'], read)
                    if wrong > former.add(row['kind'], row['text'], row['former']):
                        shown.append((row['kind'], row['text'], read))
    for kind in sorted(ours.kinds):
        print(f'{kind}: {ours.line(kind)}; the former {former.line(kind)}')
    random.Random(7).shuffle(shown)
    for row in shown[:60]:
        print('  worse', row)


if __name__ == '__main__':
    weights, folder = sys.argv[1:3]
    model = Reader()
    model.load_state_dict(torch.load(weights, map_location='cpu'))
    model.eval()
    if os.path.exists(folder + '/test.json'):
        on_cut(model, folder, 'cpu')
    on_drawn(model, Drawer(Fonts(folder + '/atlas.npz', 'cpu', unseen=True), 'cpu'), int(sys.argv[3]) if len(sys.argv) > 3 else 500)
