import { expect, it } from 'vitest'
import { ApiError, offlineError } from './api-error.ts'
import { failureWords, orSay } from './failure-words.ts'

const refusal = new ApiError('conflict', 'Somebody was quicker.')
const fault = new ApiError('internal', 'An unexpected error occurred')

it('a refusal keeps its words, a fault gets the specified ones', async () => {
  expect(failureWords(refusal, 'Failed')).toBe('Somebody was quicker.')
  for (const error of [fault, offlineError(), new TypeError('x is undefined')]) {
    expect(failureWords(error, 'Failed')).toBe('Failed')
    await expect(orSay('Failed', Promise.reject(error))).rejects.toThrow('Failed')
  }
  await expect(orSay('Failed', Promise.reject(refusal))).rejects.toBe(refusal)
  expect(await orSay('Failed', Promise.resolve(7))).toBe(7)
})
