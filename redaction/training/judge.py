"""How well a reader reads drawn lines: by kind of font, of lines that are neither empty nor turned."""
import random, sys
import numpy as np
import torch
import texts
from lines import Drawer, Fonts, encode
from reader import ALPHABET, Reader


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


def judge(model, drawer, count=3000):
    random.seed(7)
    plan = drawer.plan(encode([texts.text() for _ in range(count)]))
    device = drawer.device
    wrong, letters, right, all_lines, shown = {}, {}, {}, {}, []
    with torch.no_grad():
        for at in range(0, count, 100):
            part = [t[at:at + 100] for t in plan]
            x, targets, lengths = drawer.draw(part, min(1504, int(-(-float(part[6].max()) // 32)) * 32))
            best = model.logits(x).argmax(-1).cpu().tolist()
            for i in range(len(best)):
                text = ''.join(ALPHABET[c - 1] for c in targets[i, :lengths[i]].tolist())
                kind = 'nothing' if not text else str(drawer.fonts.kinds[part[1][i].item()])
                read = decode(best[i])
                errors = distance(read, text)
                wrong[kind] = wrong.get(kind, 0) + errors
                letters[kind] = letters.get(kind, 0) + len(text)
                right[kind] = right.get(kind, 0) + (errors == 0)
                all_lines[kind] = all_lines.get(kind, 0) + 1
                if errors and len(shown) < 25 and random.random() < .3:
                    shown.append((kind, text, read))
    for kind in sorted(wrong):
        print(f'unseen fonts, {kind}: character error {wrong[kind] / max(1, letters[kind]):.4f}, lines right {right[kind] / all_lines[kind]:.4f} of {all_lines[kind]}')
    for row in shown:
        print(' ', row)


if __name__ == '__main__':
    weights, atlas = sys.argv[1:3]
    model = Reader()
    model.load_state_dict(torch.load(weights, map_location='cpu'))
    judge(model.eval(), Drawer(Fonts(atlas, 'cpu', unseen=True), 'cpu'), int(sys.argv[3]) if len(sys.argv) > 3 else 500)
