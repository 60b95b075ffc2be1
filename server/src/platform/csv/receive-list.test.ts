import { documentLimits } from '@exempta/contract/documents/limits'
import { expect, it } from 'vitest'
import { receiveList } from './receive-list.ts'

const pieceBytes = 64 * 1024
const row = 'INV-1,2026-05-04,Prairie Relief Fund\n'

/** A list without an end, and how many bytes of it were read. */
function endless(text: string) {
  const repeated = Buffer.from(text.repeat(Math.ceil(pieceBytes / text.length) + 1))
  const source = { bytes: 0 }
  const content = (async function* () {
    yield Buffer.from('Invoice,Date,Customer\n')
    for (;;) {
      const at = source.bytes % text.length
      source.bytes += pieceBytes
      yield repeated.subarray(at, at + pieceBytes)
    }
  })()
  return { source, content }
}

const refusalOf = (content: AsyncIterable<Buffer>, rowsMax: number): Promise<string> =>
  receiveList(content, { rowsMax, rowsName: 'invoices' }).then(
    () => 'accepted',
    (error) => error.fields?.[0]?.message ?? String(error),
  )

it.each([
  ['too many bytes', row, 1e9, 'Please choose a file of at most 10 MB', documentLimits.uploadMaxBytes],
  [
    'too many bytes of empty lines',
    '\n',
    10,
    'Please choose a file of at most 10 MB',
    documentLimits.uploadMaxBytes,
  ],
  ['too many rows', row, 5000, 'A list can have up to 5,000 invoices. Please split it.', 5000 * row.length],
  [
    'a line without an end',
    'x',
    10,
    'Line 2: the line is too long, or a quotation mark isn’t closed.',
    65536,
  ],
  ['too many columns', ',', 10, 'Line 2: the line is too long, or a quotation mark isn’t closed.', 65536],
] as const)(
  'with %s, nothing is read beyond the limit and one part',
  async (_, text, rowsMax, message, bytes) => {
    const { source, content } = endless(text)
    expect(await refusalOf(content, rowsMax)).toBe(message)
    expect(source.bytes).toBeLessThanOrEqual(bytes + 2 * pieceBytes)
  },
)

it('is read again from its start, however often', async () => {
  const content = (async function* () {
    yield Buffer.from('a,b\n1,')
    yield Buffer.from('2\n\n3,4')
  })()
  const list = await receiveList(content, { rowsMax: 2, rowsName: 'invoices' })
  expect([list.header, list.rowCount]).toEqual([['a', 'b'], 2])
  for (const time of ['first', 'second']) {
    const rows = []
    for await (const row of list.rows()) rows.push(row)
    expect(rows, time).toEqual([
      { line: 2, cells: ['1', '2'] },
      { line: 4, cells: ['3', '4'] },
    ])
  }
})
