import { customerLimits } from '@exempta/contract/customers/limits'
import { expect, it } from 'vitest'
import { findLoops } from './parents.ts'

it.each<[string, [string, string][], [string, string][], string[]]>([
  [
    'a line of parents',
    [],
    [
      ['a', 'b'],
      ['b', 'c'],
    ],
    [],
  ],
  ['itself', [], [['a', 'a']], ['a']],
  [
    'two of each other',
    [],
    [
      ['a', 'b'],
      ['b', 'a'],
    ],
    ['b'],
  ],
  [
    'three in a ring',
    [],
    [
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'a'],
    ],
    ['c'],
  ],
  [
    'a ring that closes over existing parents',
    [
      ['b', 'c'],
      ['c', 'd'],
    ],
    [['d', 'b']],
    ['d'],
  ],
  [
    'a move that opens a ring before another closes it',
    [['a', 'b']],
    [
      ['a', 'c'],
      ['b', 'a'],
    ],
    [],
  ],
])('refuses loops and nothing else: %s', (_, existing, wanted, refused) => {
  expect([...findLoops(new Map(existing), wanted)]).toEqual(refused)
})

it('refuses a line of parents that is too long', () => {
  const chain = Array.from(
    { length: customerLimits.parentDepth + 2 },
    (_, at) => [at, at + 1] as const,
  ).reverse()
  expect([...findLoops(new Map(), chain)]).toEqual([1])
})
