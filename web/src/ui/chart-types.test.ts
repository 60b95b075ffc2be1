import { describe, expect, it } from 'vitest'
import { roundTicks } from './chart-types.ts'

describe('the axis of a chart has round steps', () => {
  for (const [largest, ticks] of [
    [0, [0, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6, 8]],
    [37, [0, 10, 20, 30, 40]],
    [193, [0, 50, 100, 150, 200]],
    [1480, [0, 500, 1000, 1500]],
  ] as const) {
    it(`up to ${largest}`, () => expect(roundTicks(largest)).toEqual(ticks))
  }
})
