import { describe, expect, it } from 'vitest'
import { CsvReader } from './csv-reader.ts'

/** Reads a text in pieces of this many bytes. */
function read(text: string, pieceBytes = 7) {
  const reader = new CsvReader()
  const bytes = Buffer.from(text)
  const records = []
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    records.push(...reader.push(bytes.subarray(at, at + pieceBytes)))
  }
  reader.end()
  return records
}

describe('records', () => {
  it.each([
    [
      'plain',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'with Windows line ends',
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'with quotes',
      'a,b\n"1, and ""x""",2\n',
      [
        ['a', 'b'],
        ['1, and "x"', '2'],
      ],
    ],
    [
      'with a line break inside quotes',
      'a,b\n"1\n2",3\n',
      [
        ['a', 'b'],
        ['1\n2', '3'],
      ],
    ],
    [
      'between semicolons',
      'a;b\n1,5;2\n',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'between tabs',
      'a\tb\n1\t2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'with letters of several bytes',
      'a,b\nCafé,Ñandú\n',
      [
        ['a', 'b'],
        ['Café', 'Ñandú'],
      ],
    ],
  ])('%s', (_, text, cells) => {
    expect(read(text).map((record) => record.cells)).toEqual(cells)
  })

  it('know the line that they begin on', () => {
    expect(read('a,b\n"1\n2",3\n4,5\n').map(({ line }) => line)).toEqual([1, 2, 4])
  })
})

it.each([
  ['in the middle of a line', 'a,b\n1,2\n3,', 'line 3: the file is cut off here'],
  ['inside quotes', 'a,b\n"1,2\n3,4\n', 'line 2: a quotation mark isn’t closed'],
])('a file that is cut off %s is refused, with the line', (_, text, message) => {
  expect(() => read(text)).toThrow(message)
})
