import { expect, it } from 'vitest'
import { ApiError, failureText, offlineError, orThrowText } from './api-error.ts'

const refusal = new ApiError('conflict', 'Somebody was quicker.')
const fault = new ApiError('internal', 'An unexpected error occurred')

it('a refusal keeps its words, a fault gets the specified ones', async () => {
  expect(failureText(refusal, 'Failed')).toBe('Somebody was quicker.')
  for (const error of [fault, offlineError(), new TypeError('x is undefined')]) {
    expect(failureText(error, 'Failed')).toBe('Failed')
    await expect(orThrowText('Failed', Promise.reject(error))).rejects.toThrow('Failed')
  }
  await expect(orThrowText('Failed', Promise.reject(refusal))).rejects.toBe(refusal)
  expect(await orThrowText('Failed', Promise.resolve(7))).toBe(7)
})
