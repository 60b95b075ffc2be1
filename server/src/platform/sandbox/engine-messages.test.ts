import { describe, expect, it } from 'vitest'
import { checkAnswer } from './engine-messages.ts'

const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0])
const answerWith = (card: unknown) =>
  checkAnswer({
    head: {
      type: 'result',
      result: {
        verdict: 'redacted',
        type: 'jpeg',
        pages: [{ width: 10, height: 10, findings: [], uncertain: [], words: [], card }],
      },
    },
    parts: [Buffer.from(jpeg), Buffer.from(jpeg)],
  })

const card = { program: 'smartpay', line: 'travel', billing: 'central' }

describe('what the engine says about a card', () => {
  it('is its program, line and billing', () => {
    expect(answerWith(card)).toMatchObject({ result: { pages: [{ card }] } })
  })

  it.each([
    ['a prefix beside them', { ...card, prefix: '4614' }],
    ['a number in place of a line', { ...card, line: '461412' }],
    ['a program that nobody knows', { ...card, program: 'visa' }],
    ['no billing', { program: 'smartpay', line: 'travel' }],
    ['a text', 'smartpay travel central'],
  ])('is refused with %s', (_name, wrong) => {
    expect(() => answerWith(wrong)).toThrow()
  })
})
