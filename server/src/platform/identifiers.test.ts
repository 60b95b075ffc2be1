import { expect, test } from 'vitest'
import { randomToken } from './identifiers.ts'

test('a token is 256 random bits', () => {
  const tokens = Array.from({ length: 1000 }, randomToken)
  expect(new Set(tokens).size).toBe(tokens.length)
  const bytes = tokens.map((token) => Buffer.from(token, 'base64url'))
  expect(bytes.every(({ length }) => length === 32)).toBe(true)
  // Every one of the 256 bits is set in about half of them.
  const counts = Array.from({ length: 256 }, (_, bit) => {
    const isSet = (token: Buffer) => ((token[bit >> 3] ?? 0) >> (bit & 7)) & 1
    return bytes.reduce((sum, token) => sum + isSet(token), 0)
  })
  expect(counts.filter((count) => count < 350 || count > 650)).toEqual([])
})
