import { describe, expect, it } from 'vitest'
import { CsvError, readCsv } from './read-csv.ts'

/** As it arrives, in pieces of this many bytes. */
async function* pieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const read = async (text: string | Buffer, size = 1 << 16, options = {}) => {
  const records = []
  for await (const record of readCsv(pieces(Buffer.from(text as string), size), options)) records.push(record)
  return records
}
const cellsOf = async (text: string | Buffer, size?: number) =>
  (await read(text, size)).map(({ cells }) => cells)

describe('a CSV file', () => {
  it.each([
    [
      'commas',
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'semicolons',
      'a;b\n1,5;2\n',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'tabs',
      'a\tb\n1\t2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'bars',
      'a|b\n1,5|2\n',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'a byte order mark',
      '\uFEFFa,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'quotes',
      '"a","b ""c"", d"\n"x\ny",2',
      [
        ['a', 'b "c", d'],
        ['x\ny', '2'],
      ],
    ],
    [
      'old line ends',
      'a,b\r1,2\r',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'empty lines and spaces',
      '\n a , b\n\n,\n1,2\n\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'empty cells',
      'a,b,c\n1,,\n',
      [
        ['a', 'b', 'c'],
        ['1', '', ''],
      ],
    ],
    [
      'a quotation mark inside a cell',
      'a,b\n5" pipe,2\n"x" y,3',
      [
        ['a', 'b'],
        ['5" pipe', '2'],
        ['x y', '3'],
      ],
    ],
    ['nothing', '', []],
  ] as const)('is read with %s', async (_, text, cells) => {
    expect(await cellsOf(text)).toEqual(cells)
  })

  it('is read in UTF-8 and in the code page of older programs', async () => {
    expect(await cellsOf('Café,Ñandú')).toEqual([['Café', 'Ñandú']])
    expect(await cellsOf(Buffer.from('Caf\xe9,\x93x\x94', 'latin1'))).toEqual([['Café', '“x”']])
  })

  it('is the same however it is cut on its way', async () => {
    const text = '\uFEFFname;note\r\n"Zoë ""Z"" & Co";"one\r\ntwo"\r\nÀ;b\r\n'
    const whole = await cellsOf(text)
    for (const size of [3, 4, 5, 7, 11]) expect(await cellsOf(text, size), `pieces of ${size}`).toEqual(whole)
  })

  it('is the same wherever it is cut into the parts that are read at once', async () => {
    const record = '"one\r\n""two""",3\r\n'
    const lines = `${'x'.repeat(1022)},\n`.repeat(63)
    for (let shift = 0; shift <= record.length; shift++) {
      const before = `a,b\n${lines}${'x'.repeat(1000 - shift)},\n`
      const records = await read(before + record + record, 64 * 1024)
      expect(records.slice(-2), `moved by ${shift}`).toEqual([
        { line: 66, cells: ['one\n"two"', '3'] },
        { line: 68, cells: ['one\n"two"', '3'] },
      ])
    }
  })

  it('names the line that each record starts in', async () => {
    const records = await read('a,b\r\n"x\r\ny",2\r\n\r\n3,4')
    expect(records.map(({ line }) => line)).toEqual([1, 2, 5])
  })

  it.each([
    ['a quotation mark that is never closed', 'a,b\n"x,2\n', /^line 2: a quotation mark isn’t closed$/],
    ['a line that is too long', `a\n"${'x,\n'.repeat(40_000)}`, /^line 2: the line is too long/],
    ['a cell that is too long', `a\n${'x'.repeat(4001)}`, /^line 2: a cell is too long$/],
    ['too many columns', `a\n${','.repeat(200)}`, /^line 2: there are more than 200 columns$/],
    ['UTF-16', Buffer.from('\uFEFFa,b', 'utf16le'), /^line 1: .* Save the file as CSV/],
  ] as const)('is refused with %s', async (_, text, problem) => {
    const error = await read(text as string).catch((problem: unknown) => problem)
    expect(error).toBeInstanceOf(CsvError)
    expect((error as CsvError).message).toMatch(problem)
  })

  it.each([
    ['in the middle of a line', 'a,b\n1,2\n3,', 'line 3: the file is cut off here'],
    ['inside quotes', 'a,b\n"1,2\n3,4\n', 'line 2: a quotation mark isn’t closed'],
  ])('that must end with a line is refused when it is cut off %s', async (_, text, problem) => {
    await expect(read(text, 7, { mustEndWithLine: true })).rejects.toThrow(problem)
    expect(await read('a,b\r\n1,2\r\n', 7, { mustEndWithLine: true })).toHaveLength(2)
  })
})
