/** Repeatable: the seed is in the name of a failing case. Neighboring starts give unlike numbers (mulberry32). */
export function dice(start: number) {
  let state = start
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    below: (most: number) => Math.floor(next() * most),
    of: <One>(...all: readonly One[]) => all[Math.floor(next() * all.length)] as One,
  }
}
