import { expect, it } from 'vitest'
import { nextPending } from './review-actions.ts'

const row = (id: string, status: 'pending' | 'verified' = 'pending') => ({ id, status })

it.each([
  [[row('a'), row('b'), row('c')], 'a', 'b'],
  [[row('a'), row('b', 'verified'), row('c')], 'a', 'c'],
  [[row('a'), row('b', 'verified'), row('c')], 'c', 'a'],
  [[row('a'), row('b')], 'gone', 'a'],
  [[row('a'), row('b', 'verified')], 'a', undefined],
  [[], '', undefined],
] as const)('of %o, %s is followed by %s', (rows, id, next) => {
  expect(nextPending(rows, id, new Set())?.id).toBe(next)
})

it('passes over what was reviewed since the list was fetched', () => {
  const rows = [row('a'), row('b'), row('c')]
  expect(nextPending(rows, 'c', new Set(['a', 'c']))?.id).toBe('b')
  expect(nextPending(rows, 'c', new Set(['a', 'b', 'c']))).toBeUndefined()
})
