import { expect, it } from 'vitest'
import { ApiError, failureText, isNotFound, offlineError, orThrowText } from './api-error.ts'

const refusal = new ApiError('conflict', 'Someone was quicker.')
const fault = new ApiError('internal', 'An unexpected error occurred')

it.each([
  ['of the server', fault],
  ['of the connection', offlineError()],
  ['of the page', new TypeError('x is undefined')],
])('a fault %s gets the specified words', async (_where, error) => {
  expect(failureText(error, 'Failed')).toBe('Failed')
  await expect(orThrowText('Failed', Promise.reject(error))).rejects.toThrow('Failed')
})

it('a refusal keeps its words', async () => {
  expect(failureText(refusal, 'Failed')).toBe('Someone was quicker.')
  await expect(orThrowText('Failed', Promise.reject(refusal))).rejects.toBe(refusal)
  expect(await orThrowText('Failed', Promise.resolve(7))).toBe(7)
})

it('a mistyped address is of nothing, like one of something that is gone', () => {
  const codes = ['not-found', 'invalid-input', 'internal', 'conflict'] as const
  expect(codes.filter((code) => isNotFound(new ApiError(code, 'x')))).toEqual(['not-found', 'invalid-input'])
  expect(isNotFound(new Error('x'))).toBe(false)
})
