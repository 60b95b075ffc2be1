"""Trains the reader on lines drawn as it goes, and on lines of public forms whose text the file itself holds.

Environment: DATA (folder with atlas.npz, and pages.json and pages.gz if there are any), OUT (results), SECONDS_TO_TRAIN,
TOTAL and BEFORE (seconds of all runs together and of the runs before this one, for the rate), FROM (folder with model.pt and
moments.pt to go on from), WORKERS (processes that make up texts), TEXTS (folder whose Markdown files give words), COLUMNS (of all
lines of a step).
"""
import math, multiprocessing as mp, os, random, sys, time
import numpy as np

SEED = 51
CHUNK = int(os.environ.get('CHUNK', 24576))
seconds = float(os.environ.get('SECONDS_TO_TRAIN', 30))
before = float(os.environ.get('BEFORE', 0))
total = float(os.environ.get('TOTAL', before + seconds))
columns = int(os.environ.get('COLUMNS', 200_000))
data = os.environ.get('DATA', '.')
out = os.environ.get('OUT', '.')
top_rate = float(os.environ.get('RATE', 3e-3))
# How much the place of a character counts beside the text, at first.
PLACES = .2


def lines_of(width):
    """How many lines of a width make a step."""
    return max(8, columns // width)


def write_texts(queue, seed):
    import random as R
    import texts
    from lines import encode
    R.seed(seed)
    while True:
        queue.put(encode([texts.text() for _ in range(CHUNK)]))


def main():
    queue = mp.Queue(24)
    workers = [mp.Process(target=write_texts, args=(queue, SEED * 100 + int(before) * 20 + i), daemon=True) for i in range(int(os.environ.get('WORKERS', 10)))]
    for worker in workers:
        worker.start()
    import torch
    from lines import WIDTHS, Drawer, Fonts, cuts_of
    from pages import Pages
    from reader import Reader
    import judge
    device = 'cuda' if torch.cuda.is_available() else 'cpu'
    torch.manual_seed(SEED + int(before))
    random.seed(SEED + int(before))
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    wait = torch.cuda.synchronize if device == 'cuda' else lambda: None
    fonts = Fonts(data + '/atlas.npz', device)
    drawer = Drawer(fonts, device)
    print(len(fonts.names), 'fonts on', device, 'torch', torch.__version__, flush=True)
    pages = Pages(data, drawer) if os.path.exists(data + '/pages.json') else None
    # Half the time of the other order of the numbers in memory.
    layout = torch.channels_last if device == 'cuda' else torch.contiguous_format

    model = Reader().to(device)
    source = os.environ.get('FROM')
    if source:
        model.load_state_dict(torch.load(source + '/model.pt', map_location=device))
    model = model.to(memory_format=layout).train()
    print(sum(p.numel() for p in model.parameters()), 'weights', flush=True)
    decayed = [p for p in model.parameters() if p.dim() > 1]
    others = [p for p in model.parameters() if p.dim() <= 1]
    optimizer = torch.optim.AdamW([dict(params=decayed, weight_decay=.02), dict(params=others, weight_decay=0)], 1e-3, **({'fused': True} if device == 'cuda' else {}))
    step = 0
    if source:
        held = torch.load(source + '/moments.pt', map_location=device)
        step = held['step']
        for p, (m, v) in zip(decayed + others, held['moments']):
            optimizer.state[p] = dict(step=torch.tensor(float(step), device=device if device == 'cuda' else 'cpu'), exp_avg=m.float().to(memory_format=layout if m.dim() == 4 else torch.preserve_format),
                                      exp_avg_sq=v.float().to(memory_format=layout if v.dim() == 4 else torch.preserve_format))
    average = [t.detach().clone() for t in model.state_dict().values()]
    names = list(model.state_dict().keys())
    floats = [i for i, t in enumerate(average) if t.is_floating_point()]

    def averaged_state():
        return {name: t.clone().contiguous() for name, t in zip(names, average)}

    def save():
        torch.save({k: v.cpu() for k, v in averaged_state().items()}, out + '/reader.tmp')
        torch.save({k: v.contiguous().cpu() for k, v in model.state_dict().items()}, out + '/model.tmp')
        moments = [(optimizer.state[p]['exp_avg'].bfloat16().contiguous().cpu(), optimizer.state[p]['exp_avg_sq'].bfloat16().contiguous().cpu()) for p in decayed + others]
        torch.save(dict(step=step, moments=moments), out + '/moments.tmp')
        for name in ('reader', 'model', 'moments'):
            os.replace(f'{out}/{name}.tmp', f'{out}/{name}.pt')

    drawn, loss_mean, places_mean = 0, torch.zeros((), device=device), torch.zeros((), device=device)
    start = last_print = last_save = time.time()
    first_step, plan, cuts, seen = step, None, [], {}
    while True:
        elapsed = time.time() - start
        if elapsed >= seconds:
            break
        share = min(1, (before + elapsed) / total)
        rate = top_rate * min(1, (step + 1) / 300) * (.5 + .5 * math.cos(math.pi * share)) + 1e-6
        for group in optimizer.param_groups:
            group['lr'] = rate
        began = time.time()
        with torch.no_grad():
            if pages is not None and step % 8 == 7:
                x, targets, lengths, middles = pages.batch(lines_of)
            else:
                if not cuts:
                    plan = drawer.plan(queue.get())
                    cuts = cuts_of(plan[6].cpu().numpy(), lines_of)
                    random.shuffle(cuts)
                a, b, width = cuts.pop()
                x, targets, lengths, middles = drawer.draw([t[a:b] for t in plan], width)
                drawn += b - a
        x = x.contiguous(memory_format=layout)
        shape = x.shape[3]
        watched = seen.get(shape, 0) < 3
        if watched:
            wait()
            drew = time.time()
        with torch.autocast(device, torch.bfloat16, enabled=device == 'cuda'):
            y = model.logits(x)
        loss, places = losses_of(y, targets, lengths, middles)
        optimizer.zero_grad(set_to_none=True)
        (loss + PLACES * (1 - .8 * share) * places).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 3.)
        optimizer.step()
        with torch.no_grad():
            keep = max(.002, 1 / (step - first_step + 1))
            now = list(model.state_dict().values())
            torch._foreach_mul_([average[i] for i in floats], 1 - keep)
            torch._foreach_add_([average[i] for i in floats], [now[i].float() for i in floats], alpha=keep)
            portion = max(.01, 1 / (step - first_step + 1))
            loss_mean = loss_mean + (loss.detach() - loss_mean) * portion
            places_mean = places_mean + (places.detach() - places_mean) * portion
        step += 1
        if watched:
            wait()
            seen[shape] = seen.get(shape, 0) + 1
            print(f'{len(x)} x {shape}, time {seen[shape]}: draw {(drew - began) * 1000:.0f} ms, train {(time.time() - drew) * 1000:.0f} ms', flush=True)
        if time.time() - last_print > 10:
            last_print = time.time()
            print(f'{elapsed:.0f} s, step {step}, {drawn} lines, rate {rate:.5f}, loss {float(loss_mean):.4f}, places {float(places_mean):.4f}, texts waiting {queue.qsize()}', flush=True)
            if elapsed > 90 and device == 'cuda' and (step - first_step) / elapsed < 2:
                print('too slow', flush=True)
                break
            if not math.isfinite(float(loss_mean)):
                print('diverged', flush=True)
                break
        if time.time() - last_save > 60:
            last_save = time.time()
            save()
    save()
    print('trained', step, 'steps in all, this time on', drawn, 'lines', flush=True)
    for worker in workers:
        worker.terminate()
    model.load_state_dict(averaged_state())
    model.eval()
    torch.manual_seed(7)
    try:
        judge.on_drawn(model, Drawer(Fonts(data + '/atlas.npz', device, unseen=True), device), int(os.environ.get('JUDGED', 4000)))
        if os.path.exists(data + '/test.json'):
            judge.on_cut(model, data, device)
    except Exception as error:
        print('not judged', repr(error))
    sys.stdout.flush()
    os._exit(0)


def losses_of(y, targets, lengths, middles):
    """How far the text is off, and how far the characters are from where they stand."""
    import torch
    import torch.nn.functional as F
    scores = y.float().log_softmax(-1)
    n, steps, _ = scores.shape
    sizes = torch.full((n,), steps, device=y.device, dtype=torch.long)
    loss = F.ctc_loss(scores.transpose(0, 1), targets, sizes, lengths, reduction='none', zero_infinity=True)
    loss = (loss / (lengths + 3)).mean()
    most = middles.shape[1]
    frame = (middles / 4).floor().long()
    counted = (torch.arange(most, device=y.device)[None] < lengths[:, None]) & (frame >= 0) & (frame < steps)
    # Characters that share a step can't both have it, and twins need a blank between them.
    gap = frame[:, 1:] - frame[:, :-1]
    apart = (gap > 1) | (gap == 1) & (targets[:, 1:] != targets[:, :-1])
    counted[:, 1:] &= apart | ~counted[:, :-1]
    at = frame.clamp(0, steps - 1)
    picked = scores.reshape(n, -1).gather(1, at * scores.shape[2] + targets)
    places = -(picked * counted).sum() / counted.sum().clamp(min=1)
    return loss, places


if __name__ == '__main__':
    main()
