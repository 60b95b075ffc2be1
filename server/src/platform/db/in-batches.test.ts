import { expect, test } from 'vitest'
import { inBatches } from './in-batches.ts'

test.each([
  [0, 1],
  [9, 1],
  [10, 2],
  [25, 3],
])('%i rows in batches of 10 take %i steps, and none is left', async (rows, expectedSteps) => {
  let left = rows
  let steps = 0
  await inBatches(10, async (size) => {
    steps++
    const handled = Math.min(size, left)
    left -= handled
    return handled
  })
  expect({ left, steps }).toEqual({ left: 0, steps: expectedSteps })
})
