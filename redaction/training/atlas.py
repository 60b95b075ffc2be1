"""Rasterizes fonts into one file of glyph cells, from which lines are composed on the GPU.

    python3 atlas.py FOLDER-WITH-FONTS OUT.npz

The folder holds `print/` and `hand/`. Every glyph stands in a cell of 72 x 72, scaled so that capitals are 30 high.
"""
import glob, hashlib, lzma, os, re, sys
import numpy as np
from PIL import Image, ImageDraw, ImageFont

CELL, BASE, PEN, CAPS = 72, 48, 14, 30
CHARS = ''.join(map(chr, range(0x21, 0x7f)))
SKIP = re.compile(r'math|cmex|cmsy|msam|msbm|eufm|eufb|eusm|eusb|rsfs|lasy|stmary|wasy|bbold|caps|-sc-|emoji|symbol|dingbat|D050000L|StandardSymbols|D05', re.I)
# Families of which the repository draws its own papers: never trained on, whatever the hash says.
ALWAYS_UNSEEN = re.compile(r'^(inter|courier-?prime|roboto-?condensed|share-?tech-?mono|b612|libre-?franklin|merriweather|kalam|patrick-?hand)', re.I)


def family(path):
    name = os.path.basename(path)
    name = re.sub(r'-latin.*', '', name) if '-latin-' in name else re.split(r'[-_.\d]', name)[0]
    return 'lm' + name[2:6] if name.startswith('lm') else name.lower()


def is_unseen(path):
    if ALWAYS_UNSEEN.match(os.path.basename(path)):
        return True
    return hashlib.sha256(family(path).encode()).digest()[0] % 3 == 0


def rasterize(path):
    """Cells, advances and how the letters are cased; nothing where the font lacks letters or digits."""
    probe = ImageFont.truetype(path, 100, layout_engine=ImageFont.Layout.BASIC)
    box = probe.getbbox('H', anchor='ls')
    height = -box[1]
    if height < 20:
        return None
    font = ImageFont.truetype(path, max(8, round(100 * CAPS / height)), layout_engine=ImageFont.Layout.BASIC)
    cells = np.zeros((len(CHARS), CELL, CELL), np.uint8)
    advances = np.zeros(len(CHARS) + 1, np.float32)
    missing = bytes(font.getmask('\uffff'))
    for i, char in enumerate(CHARS):
        image = Image.new('L', (CELL, CELL))
        ImageDraw.Draw(image).text((PEN, BASE), char, font=font, fill=255, anchor='ls')
        cells[i] = np.asarray(image)
        advances[i] = font.getlength(char)
        left, top, right, bottom = font.getbbox(char, anchor='ls')
        # A long tail may be cut off.
        fits = left >= -PEN - 8 and right <= CELL - PEN + 6 and top >= -BASE - 6 and bottom <= CELL - BASE + 10
        if not fits or not cells[i].any() or bytes(font.getmask(char)) == missing:
            advances[i] = -1
    advances[-1] = font.getlength(' ') or 8
    needed = [CHARS.index(c) for c in 'ABCDEFGHIJKLMNOPRSTUVWXYZ0123456789']
    if (advances[needed] < 0).any():
        return None
    lower = all(advances[CHARS.index(c)] >= 0 for c in 'abcdefghijklmnopqrstuvwxyz')
    return cells, advances, 'both' if lower and not is_small_capitals(cells) else 'upper'


def is_small_capitals(cells):
    """Whether small letters look like the capitals, at any size: what they say can't be told then."""
    shapes = {c: shape_of(cells[CHARS.index(c)]) for c in 'abdeghnrABDEGHNR'}
    return sum(np.corrcoef(shapes[c].ravel(), shapes[c.upper()].ravel())[0, 1] > .8 for c in 'abdeghnr') >= 3


def shape_of(cell):
    rows, columns = np.where(cell.any(1))[0], np.where(cell.any(0))[0]
    cut = Image.fromarray(cell[rows[0]:rows[-1] + 1, columns[0]:columns[-1] + 1])
    return np.asarray(cut.resize((24, 24), Image.Resampling.BILINEAR), float)


# The figures on the bottom line of checks, roughly: seven columns, nine rows, and their marks for a bank, an account and a blank.
MAGNETIC = {
    '0': '.#####. #.....# #.....# #.....# #.....# #.....# #.....# #.....# .#####.', '1': '.##.... ..#.... ..#.... ..#.... ..#.... ..#.... ..#.... .#####. .#####.',
    '2': '.####.. ....#.. ....#.. ....#.. .####.. .#..... .#..... .#..... .####..', '3': '.####.. ....#.. ....#.. ....#.. .#####. ....##. ....##. ....##. .#####.',
    '4': '#...... #...... #...... #...... #..##.. ######. ...##.. ...##.. ...##..', '5': '.####.. .#..... .#..... .#..... .####.. ....#.. ....#.. ....#.. .####..',
    '6': '.##.... .#..... .#..... .#..... .#####. .#...#. .#...#. .#...#. .#####.', '7': '.#####. .#...#. .....#. ....##. ...#... ...#... ...#... ...#... ...#...',
    '8': '..###.. ..#.#.. ..#.#.. ..#.#.. .#####. ##...## ##...## ##...## .#####.', '9': '.#####. .#...#. .#...#. .#...#. .#####. ....##. ....##. ....##. ....##.',
    ':': '##..... ##...## ##...## ##..... ##..... ##...## ##...## ##..... .......', '"': '....### #.#.### #.#.### #.#.... #.#.... #.#.... #.#.... #.#.... .......',
    '-': '....... ....... ....... ##.#.## ##.#.## ##.#.## ....... ....... .......',
}


def magnetic(wide):
    cells = np.zeros((len(CHARS), CELL, CELL), np.uint8)
    advances = np.full(len(CHARS) + 1, -1, np.float32)
    for char, rows in MAGNETIC.items():
        grid = rows.replace(' ', '').ljust(63, '.')
        image = Image.frombytes('L', (7, 9), bytes(255 if c == '#' else 0 for c in grid)).resize((wide, CAPS), Image.Resampling.LANCZOS if wide % 2 else Image.Resampling.NEAREST)
        cells[CHARS.index(char), BASE - CAPS:BASE, PEN:PEN + wide] = np.asarray(image)
        advances[CHARS.index(char)] = wide * 1.18
    advances[-1] = wide * 1.18
    return cells, advances, 'both'


def main(folder, out):
    names, kinds, unseen, upper, cells, advances, seen = [], [], [], [], [], [], set()
    for wide in (18, 21, 23):
        drawn = magnetic(wide)
        names.append(f'magnetic-{wide}')
        kinds.append('magnetic')
        unseen.append(False)
        upper.append(False)
        cells.append(drawn[0] >> 4)
        advances.append(drawn[1])
    for path in sorted(glob.glob(folder + '/*/*')):
        if SKIP.search(os.path.basename(path)):
            continue
        try:
            drawn = rasterize(path)
        except Exception as error:
            print('skipped', os.path.basename(path), repr(error)[:80])
            continue
        if drawn is None:
            print('lacks characters', os.path.basename(path))
            continue
        mark = hashlib.sha256(drawn[0].tobytes()).hexdigest()
        if mark in seen:
            continue
        seen.add(mark)
        names.append(os.path.basename(path))
        kinds.append(os.path.basename(os.path.dirname(path)))
        unseen.append(is_unseen(path))
        upper.append(drawn[2] == 'upper')
        cells.append(drawn[0] >> 4)
        advances.append(drawn[1])
    cells = np.stack(cells)
    packed = (cells[..., 0::2] << 4) | cells[..., 1::2]
    # Row by row relative to the row above: most of a cell is empty.
    data = lzma.compress(packed.tobytes(), preset=1)
    np.savez(out, cells=np.frombuffer(data, np.uint8), shape=np.array(packed.shape), advances=np.stack(advances),
             names=np.array(names), kinds=np.array(kinds), unseen=np.array(unseen), upper=np.array(upper))
    print(len(names), 'fonts,', sum(unseen), 'unseen,', kinds.count('hand'), 'handwriting,', os.path.getsize(out) >> 10, 'KiB')


if __name__ == '__main__':
    main(*sys.argv[1:])
