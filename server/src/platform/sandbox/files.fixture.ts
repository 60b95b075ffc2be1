import { crc32, deflateSync } from 'node:zlib'

/** A white page, the quickest file to read. */
export function blankPng(): Buffer {
  const side = 64
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.writeUInt8(8, 8)
  const rows = Buffer.concat(
    Array.from({ length: side }, () => Buffer.concat([Buffer.from([0]), Buffer.alloc(side, 255)])),
  )
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(data.length)
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([size, body, check])
}

/** Two drawings that draw each other twice, so that no program ever finishes. */
export function cyclicPdf(): Buffer {
  const stream = (entries: string, content: string) =>
    `<<${entries}/Length ${content.length}>>\nstream\n${content}\nendstream`
  const drawing = (name: string, other: number) =>
    stream(
      `/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Resources<</XObject<</${name} ${other} 0 R>>>>`,
      `/${name} Do /${name} Do`,
    )
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</XObject<</X 5 0 R>>>>>>',
    stream('', '/X Do'),
    drawing('Y', 6),
    drawing('X', 5),
  ]
  const body = objects.map((object, i) => `${i + 1} 0 obj\n${object}\nendobj\n`).join('')
  return Buffer.from(`%PDF-1.7\n${body}trailer\n<</Root 1 0 R>>\n%%EOF\n`, 'latin1')
}
