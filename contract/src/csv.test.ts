import { describe, expect, it } from 'vitest'
import { csvLine } from './csv.ts'

describe('csvLine', () => {
  it('keeps commas, quotes and line breaks inside their cell', () => {
    const cells = ['plain', 'a "b", c', 'two\r\nlines', -1.5, null, '']
    expect(csvLine(cells)).toBe('"plain","a ""b"", c","two\r\nlines",-1.5,,""\r\n')
  })

  it.each([['=1+1'], ['+1'], ['-1'], ['@SUM(A1)'], ['  =1'], ['\t=1'], ['\rx'], ['＝1'], ['\u200b=1']])(
    'lets no text run as a formula: %j',
    (text) => {
      expect(csvLine([text])).toBe(`"'${text}"\r\n`)
    },
  )
})
