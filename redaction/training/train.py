"""Trains the reader on lines drawn as it goes, and on crops of public forms whose text the file itself holds.

Environment: DATA (folder with atlas.npz, and crops.npz if there are any), OUT (results), SECONDS_TO_TRAIN,
WORKERS (processes that make up texts), TEXTS (folder whose Markdown files give words), COLUMNS (of all lines of a step).
"""
import lzma, math, multiprocessing as mp, os, random, sys, time
import numpy as np

SEED = 51
CHUNK = 24576
WIDTHS = [96, 160, 224, 320, 448, 608, 800, 1056, 1504]
seconds = float(os.environ.get('SECONDS_TO_TRAIN', 30))
columns = int(os.environ.get('COLUMNS', 280_000))
data = os.environ.get('DATA', '.')
out = os.environ.get('OUT', '.')
top_rate = float(os.environ.get('RATE', 3e-3))


def write_texts(queue, seed):
    import random as R
    import texts
    from lines import encode
    R.seed(seed)
    while True:
        queue.put(encode([texts.text() for _ in range(CHUNK)]))


def main():
    queue = mp.Queue(24)
    workers = [mp.Process(target=write_texts, args=(queue, SEED * 100 + i), daemon=True) for i in range(int(os.environ.get('WORKERS', 10)))]
    for worker in workers:
        worker.start()
    import torch
    import torch.nn.functional as F
    from lines import Drawer, Fonts
    from reader import Reader
    from judge import judge
    device = 'cuda' if torch.cuda.is_available() else 'cpu'
    torch.manual_seed(SEED)
    random.seed(SEED)
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    torch.backends.cudnn.benchmark = False
    fonts = Fonts(data + '/atlas.npz', device)
    drawer = Drawer(fonts, device)
    print(len(fonts.names), 'fonts on', device, flush=True)
    real = Crops(data + '/crops.npz', device) if os.path.exists(data + '/crops.npz') else None

    layout = torch.contiguous_format
    if device == 'cuda':
        best = None
        for candidate in (torch.channels_last, torch.contiguous_format):
            trial = Reader().to(device).to(memory_format=candidate)
            x = torch.randn(512, 1, 48, 512, device=device).contiguous(memory_format=candidate)
            for i in range(7):
                if i == 3:
                    torch.cuda.synchronize()
                    since = time.time()
                with torch.autocast('cuda', torch.bfloat16):
                    y = trial.logits(x)
                y.float().square().sum().backward()
            torch.cuda.synchronize()
            took = (time.time() - since) / 4
            print(candidate, f'{took * 1000:.1f} ms a step', flush=True)
            if best is None or took < best[0]:
                best = (took, candidate)
        layout = best[1]
        del trial, x, y

    model = Reader().to(device).to(memory_format=layout).train()
    print(sum(p.numel() for p in model.parameters()), 'weights', flush=True)
    decayed = [p for p in model.parameters() if p.dim() > 1]
    others = [p for p in model.parameters() if p.dim() <= 1]
    optimizer = torch.optim.AdamW([dict(params=decayed, weight_decay=.02), dict(params=others, weight_decay=0)], 1e-3)
    average = [t.detach().clone() for t in model.state_dict().values()]
    averaged = [t for t in model.state_dict().values()]
    floats = [i for i, t in enumerate(averaged) if t.is_floating_point()]

    def averaged_state():
        return {name: t.clone() for name, t in zip(model.state_dict().keys(), average)}

    def save(name):
        torch.save({k: v.cpu() for k, v in averaged_state().items()}, f'{out}/{name}.tmp')
        os.replace(f'{out}/{name}.tmp', f'{out}/{name}')

    step, drawn, loss_mean, drawing = 0, 0, 0., 0.
    start = last_print = last_save = time.time()
    plan, cuts = None, []
    while True:
        elapsed = time.time() - start
        if elapsed >= seconds:
            break
        share = elapsed / seconds
        rate = top_rate * min(1, (step + 1) / 300) * (.5 + .5 * math.cos(math.pi * share)) + 1e-6
        for group in optimizer.param_groups:
            group['lr'] = rate
        with torch.no_grad():
            if real is not None and step % 7 == 6:
                x, targets, lengths = real.batch(drawer)
            else:
                if not cuts:
                    plan = drawer.plan(queue.get())
                    cuts = cuts_of(plan[6].cpu().numpy())
                    random.shuffle(cuts)
                a, b, width = cuts.pop()
                x, targets, lengths = drawer.draw([t[a:b] for t in plan], width)
                drawn += b - a
        x = x.contiguous(memory_format=layout)
        with torch.autocast(device, torch.bfloat16, enabled=device == 'cuda'):
            y = model.logits(x)
        scores = y.float().log_softmax(-1).transpose(0, 1)
        steps = torch.full((x.shape[0],), y.shape[1], device=device, dtype=torch.long)
        losses = F.ctc_loss(scores, targets, steps, lengths, reduction='none', zero_infinity=True)
        loss = (losses / (lengths + 3)).mean()
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 3.)
        optimizer.step()
        with torch.no_grad():
            keep = max(.0025, 1 / (step + 1))
            now = list(model.state_dict().values())
            torch._foreach_mul_([average[i] for i in floats], 1 - keep)
            torch._foreach_add_([average[i] for i in floats], [now[i].float() for i in floats], alpha=keep)
        loss_mean = loss_mean + (loss.detach() - loss_mean) * max(.01, 1 / (step + 1))
        step += 1
        if time.time() - last_print > 10:
            last_print = time.time()
            print(f'{elapsed:.0f} s, step {step}, {drawn} lines, rate {rate:.5f}, loss {float(loss_mean):.4f}, last {tuple(x.shape)}', flush=True)
        if time.time() - last_save > 60:
            last_save = time.time()
            save('reader.pt')
    save('reader.pt')
    print('trained', step, 'steps on', drawn, 'lines', flush=True)
    for worker in workers:
        worker.terminate()
    model.load_state_dict(averaged_state())
    model.eval()
    torch.manual_seed(7)
    try:
        judge(model, Drawer(Fonts(data + '/atlas.npz', device, unseen=True), device))
    except Exception as error:
        print('not judged', repr(error))
    sys.stdout.flush()
    os._exit(0)


def lines_of(width):
    """How many lines of a width make a step."""
    return max(8, columns // width)


def cuts_of(widths):
    """Steps of a chunk, sorted by width. Their shapes come from a short list: steps that each had a shape of their own took seconds."""
    cuts, least = [], 0
    for width in WIDTHS:
        first, end = np.searchsorted(widths, [least, width])
        count = lines_of(width)
        cuts += [(at, at + count, width) for at in range(int(first), int(end) - count + 1, count)]
        least = width
    return cuts


class Crops:
    """Crops of real papers, as detection cuts them, with the text of the file."""

    def __init__(self, path, device):
        import torch
        from reader import INDEX
        held = np.load(path)
        widths = held['widths']
        packed = np.frombuffer(lzma.decompress(held['pixels'].tobytes()), np.uint8)
        pixels = (np.stack([packed >> 4, packed & 15], -1) * 17).reshape(-1)
        order = np.argsort(widths)
        starts = np.concatenate([[0], np.cumsum(widths.astype(np.int64) * 48)])
        self.widths = widths[order]
        self.starts = torch.from_numpy(starts[:-1][order]).to(device)
        self.pixels = torch.from_numpy(np.concatenate([pixels, np.zeros(48 * 1504, np.uint8)])).to(device)
        texts = held['texts'][order]
        most = max(map(len, texts))
        self.targets = torch.tensor([[INDEX[c] for c in t] + [0] * (most - len(t)) for t in texts], device=device)
        self.lengths = torch.tensor([len(t) for t in texts], device=device)
        self.device = device
        print(len(texts), 'real crops', flush=True)

    def batch(self, drawer):
        import torch
        import torch.nn.functional as F
        W = WIDTHS[np.searchsorted(WIDTHS, self.widths[random.randrange(len(self.widths))])]
        least = max([0] + [width for width in WIDTHS if width < W])
        fits = np.where((self.widths > least) & (self.widths <= W))[0]
        count = lines_of(W)
        picked = np.random.choice(fits, count, replace=count > len(fits))
        chosen = torch.from_numpy(picked).to(self.device)
        w = torch.from_numpy(self.widths[picked].astype(np.int64)).to(self.device)
        column = torch.minimum(torch.arange(W, device=self.device)[None], w[:, None] - 1)
        at = self.starts[chosen][:, None, None] + torch.arange(48, device=self.device)[None, :, None] * w[:, None, None] + column[:, None]
        x = self.pixels[at].float()[:, None] / 255
        # Cut a little otherwise, as if found otherwise.
        n = count
        r = lambda low, high: torch.rand(n, device=self.device) * (high - low) + low
        theta = torch.zeros(n, 2, 3, device=self.device)
        theta[:, 0, 0], theta[:, 1, 1] = r(.97, 1.12), r(.9, 1.12)
        theta[:, 0, 1], theta[:, 1, 2] = r(-.02, .02) * 48 / W, r(-.09, .09)
        x = F.grid_sample(x, F.affine_grid(theta, list(x.shape), align_corners=False), padding_mode='border', align_corners=False)
        x = drawer.degrade(x.clamp(0, 1))
        return x, self.targets[chosen], self.lengths[chosen]


if __name__ == '__main__':
    main()
