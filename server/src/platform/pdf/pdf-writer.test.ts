import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fitText, PdfPage, PdfWriter, textWidth } from './pdf-writer.ts'

const info = {
  title: 'Audit <binder> & more',
  author: 'Café Łódź',
  madeAt: new Date('2026-05-04T10:42:00.000Z'),
}

function write(pages: [text: string, section: number][]): Buffer {
  const writer = new PdfWriter(info)
  const parts = [writer.start()]
  for (const [text, section] of pages) {
    const page = new PdfPage()
    page.text(text, { x: 40, y: 40, size: 10 })
    page.text(text, { x: 40, y: 60, size: 10, font: 'bold' })
    page.line(70, 40, 200)
    parts.push(writer.page(page, section))
  }
  return Buffer.concat([...parts, ...writer.end()])
}

const file = write([
  ['second page, Łódź 日本', 1],
  ['first page', 0],
])
const text = file.toString('latin1')

/** Every stream that is compressed, unpacked. */
const streams = [...text.matchAll(/<< \/Length (\d+) \/Filter \/FlateDecode[^\n]*>>\nstream\n/g)].map(
  (found) => {
    const begin = found.index + found[0].length
    return inflateSync(file.subarray(begin, begin + Number(found[1])))
  },
)

function qpdfVersion(): string | undefined {
  try {
    return execFileSync('qpdf', ['--version'], { encoding: 'utf8' })
  } catch {
    return undefined
  }
}

describe('qpdf', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'pdf-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it.skipIf(qpdfVersion() === undefined)('finds nothing wrong', () => {
    const target = path.join(folder, 'file.pdf')
    writeFileSync(target, file)
    expect(execFileSync('qpdf', ['--check', target], { encoding: 'utf8' })).toContain(
      'No syntax or stream encoding errors',
    )
    expect(execFileSync('qpdf', ['--show-npages', target], { encoding: 'utf8' }).trim()).toBe('2')
  })
})

/** What ISO 19005-2 asks of a file like ours. There is no checker on npm or in Debian. */
describe('PDF/A-2b', () => {
  it('has a header with bytes above 127 in the second line', () => {
    expect(file.subarray(0, 9).toString()).toBe('%PDF-1.7\n')
    expect(file[9]).toBe('%'.charCodeAt(0))
    expect([...file.subarray(10, 14)].every((byte) => byte > 127)).toBe(true)
    expect(text.endsWith('%%EOF\n')).toBe(true)
  })

  it('finds every object where the table says that it is', () => {
    const at = Number(/startxref\n(\d+)\n/.exec(text)?.[1])
    const [, size = ''] = /^xref\n0 (\d+)\n/.exec(text.slice(at)) ?? []
    const places = [...text.slice(at).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, place]) => Number(place))
    expect(places).toHaveLength(Number(size) - 1)
    for (const [index, place] of places.entries()) {
      expect(text.slice(place, place + 12), `object ${index + 1}`).toMatch(
        new RegExp(`^${index + 1} 0 obj\n`),
      )
    }
  })

  it('has an ID, is not encrypted, and has no scripts, transparency or outside files', () => {
    expect(text).toMatch(/\/ID \[<[0-9a-f]{32}> <[0-9a-f]{32}>\]/)
    expect(text).not.toMatch(
      /\/(?:Encrypt|JavaScript|JS|SMask|CA|ca|BM|Group|EmbeddedFiles|AA|OpenAction|LZWDecode)\b/,
    )
  })

  it('says in its metadata what it is, the same as in its description', () => {
    expect(text).toContain('<pdfaid:part>2</pdfaid:part>')
    expect(text).toContain('<pdfaid:conformance>B</pdfaid:conformance>')
    expect(text).toMatch(/\/Type \/Metadata \/Subtype \/XML/)
    const xmp = Buffer.from(
      text.slice(text.indexOf('<?xpacket begin'), text.indexOf('<?xpacket end')),
      'latin1',
    ).toString()
    expect(xmp).toContain('>Audit &lt;binder&gt; &amp; more<')
    expect(xmp).toContain('<rdf:li>Café Łódź</rdf:li>')
    expect(xmp).toContain('<xmp:CreateDate>2026-05-04T10:42:00Z</xmp:CreateDate>')
    expect(text).toContain('/CreationDate (D:20260504104200Z)')
    const title = Buffer.from(info.title, 'utf16le').swap16().toString('hex')
    expect(text).toContain(`/Title <feff${title}>`)
  })

  it('has the profile of its colors', () => {
    expect(text).toContain('/S /GTS_PDFA1')
    const profile = streams.find((stream) => stream.toString('latin1', 36, 40) === 'acsp')
    expect(profile?.readUInt32BE(0)).toBe(profile?.length)
    expect(profile?.toString('latin1', 12, 20)).toBe('mntrRGB ')
    expect(text).toContain('/N 3')
  })

  it('embeds every font, with the width of each letter and what it means', () => {
    const fonts = [...text.matchAll(/\/Subtype \/CIDFontType2 \/BaseFont \/([\w-]+)/g)].map(
      ([, name]) => name,
    )
    expect(fonts).toEqual(['Inter-Regular', 'Inter-Regular', 'Inter-SemiBold', 'Inter-SemiBold'])
    expect([...text.matchAll(/\/FontFile2 \d+ 0 R/g)]).toHaveLength(4)
    expect([...text.matchAll(/\/CIDToGIDMap \/Identity/g)]).toHaveLength(4)
    expect([...text.matchAll(/\/ToUnicode \d+ 0 R/g)]).toHaveLength(4)
    const embedded = streams.filter((stream) => stream.readUInt32BE(0) === 0x00010000)
    expect(embedded).toHaveLength(4)
  })

  it('never draws the glyph for missing letters', () => {
    const pages = streams.map(String).filter((stream) => stream.includes(' Tf '))
    expect(pages).toHaveLength(2)
    for (const page of pages) {
      for (const [, hex = ''] of page.matchAll(/<([0-9a-f]+)> Tj/g)) {
        expect(hex.match(/.{4}/g), page).not.toContain('0000')
      }
    }
  })
})

describe('pages', () => {
  it('are in the order of their sections', () => {
    const [, kids = ''] = /\/Kids \[([^\]]+)\]/.exec(text) ?? []
    const ids = [...kids.matchAll(/(\d+) 0 R/g)].map(([, id]) => Number(id))
    expect(ids).toHaveLength(2)
    expect(ids[0]).toBeGreaterThan(ids[1] ?? 0)
  })

  it('measure and cut text', () => {
    expect(textWidth('', 'regular', 10)).toBe(0)
    expect(textWidth('ii', 'regular', 10)).toBeLessThan(textWidth('WW', 'regular', 10))
    expect(textWidth('W', 'bold', 20)).toBeCloseTo(2 * textWidth('W', 'bold', 10))
    expect(fitText('short', 100, 10)).toBe('short')
    expect(fitText('two\nlines', 100, 10)).toBe('two lines')
    const cut = fitText('A long name that can never fit into the column', 80, 10)
    expect(cut).toMatch(/^A long name.*…$/)
    expect(textWidth(cut, 'regular', 10)).toBeLessThanOrEqual(80)
  })
})
