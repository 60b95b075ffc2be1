/** The color profile that says how the colors of a PDF are meant: sRGB, as the ICC describes it. */

const fixed = (value: number) => Math.round(value * 65536)

function tag(type: string, ...words: number[]): Buffer {
  const bytes = Buffer.alloc(8 + words.length * 4)
  bytes.write(type, 0, 'latin1')
  for (const [at, word] of words.entries()) bytes.writeInt32BE(word, 8 + at * 4)
  return bytes
}

const xyz = (...values: [number, number, number]) => tag('XYZ ', ...values.map(fixed))

/** Text as newer profiles hold it: one language, two bytes to a letter. */
function text(words: string): Buffer {
  const letters = Buffer.from(words, 'utf16le').swap16()
  const head = Buffer.alloc(28)
  head.write('mluc', 0, 'latin1')
  head.writeUInt32BE(1, 8)
  head.writeUInt32BE(12, 12)
  head.write('enUS', 16, 'latin1')
  head.writeUInt32BE(letters.length, 20)
  head.writeUInt32BE(28, 24)
  return Buffer.concat([head, letters])
}

/** The curve of sRGB: a line near black, a power above. */
function curve(): Buffer {
  const head = Buffer.alloc(12)
  head.write('para', 0, 'latin1')
  head.writeUInt16BE(3, 8)
  const values = Buffer.alloc(20)
  for (const [at, value] of [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].entries()) {
    values.writeInt32BE(fixed(value), at * 4)
  }
  return Buffer.concat([head, values])
}

const headerBytes = 128

export function srgbProfile(): Buffer {
  const tone = curve()
  const tags: [string, Buffer][] = [
    ['desc', text('sRGB')],
    ['cprt', text('No copyright, use freely')],
    ['wtpt', xyz(0.9642, 1, 0.8249)],
    [
      'chad',
      tag(
        'sf32',
        ...[1.04788, 0.02292, -0.0502, 0.02959, 0.99048, -0.01706, -0.00923, 0.01508, 0.75168].map(fixed),
      ),
    ],
    ['rXYZ', xyz(0.43607, 0.22249, 0.01392)],
    ['gXYZ', xyz(0.38515, 0.71687, 0.09708)],
    ['bXYZ', xyz(0.14307, 0.06061, 0.7141)],
    ['rTRC', tone],
    ['gTRC', tone],
    ['bTRC', tone],
  ]
  const table = Buffer.alloc(4 + tags.length * 12)
  table.writeUInt32BE(tags.length, 0)
  const contents: Buffer[] = []
  let offset = headerBytes + table.length
  for (const [at, [name, bytes]] of tags.entries()) {
    const padded = Buffer.alloc(Math.ceil(bytes.length / 4) * 4)
    bytes.copy(padded)
    contents.push(padded)
    table.write(name, 4 + at * 12, 'latin1')
    table.writeUInt32BE(offset, 8 + at * 12)
    table.writeUInt32BE(bytes.length, 12 + at * 12)
    offset += padded.length
  }
  const header = Buffer.alloc(headerBytes)
  header.writeUInt32BE(offset, 0)
  header.writeUInt32BE(0x04200000, 8)
  header.write('mntrRGB XYZ ', 12, 'latin1')
  for (const [at, value] of [2026, 1, 1, 0, 0, 0].entries()) header.writeUInt16BE(value, 24 + at * 2)
  header.write('acsp', 36, 'latin1')
  for (const [at, value] of [0.9642, 1, 0.8249].entries()) header.writeInt32BE(fixed(value), 68 + at * 4)
  return Buffer.concat([header, table, ...contents])
}
