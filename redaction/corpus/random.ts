export interface Random {
  next(): number
  between(min: number, max: number): number
  int(min: number, max: number): number
  chance(share: number): boolean
  pick<T>(items: readonly T[]): T
  digits(count: number): string
}

/** The same seed gives the same numbers on every machine. */
export function createRandom(seed: number): Random {
  let state = (seed * 2654435761) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    int,
    between: (min, max) => min + next() * (max - min),
    chance: (share) => next() < share,
    pick: (items) => items[Math.floor(next() * items.length)] as (typeof items)[number],
    digits: (count) => Array.from({ length: count }, () => int(0, 9)).join(''),
  }
}
