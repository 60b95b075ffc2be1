/**
 * Writes a PDF for archives (PDF/A-2b) page by page. Only the page in progress and the place of each object are in
 * memory, so a document of thousands of pages costs no more than one of ten.
 */
import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { srgbProfile } from './output-intent.ts'
import { readInter, type TrueTypeFont } from './true-type.ts'

export interface PdfInfo {
  title: string
  author: string
  madeAt: Date
}

export type FontName = 'regular' | 'bold'

/** Letters that the first font lacks are in the second, and what neither has is shown as a question mark. */
const fontFiles: Record<FontName, readonly [string, string]> = {
  regular: ['inter-latin-400-normal', 'inter-latin-ext-400-normal'],
  bold: ['inter-latin-600-normal', 'inter-latin-ext-600-normal'],
}

interface LoadedFont {
  /** What it is called on a page. */
  key: string
  font: TrueTypeFont
}

let loaded: Record<FontName, readonly LoadedFont[]> | undefined

function fonts(): Record<FontName, readonly LoadedFont[]> {
  loaded ??= {
    regular: fontFiles.regular.map((file, at) => ({ key: `R${at}`, font: readInter(file) })),
    bold: fontFiles.bold.map((file, at) => ({ key: `B${at}`, font: readInter(file) })),
  }
  return loaded
}

interface Letter {
  key: string
  /** The number of the glyph, as it's drawn. */
  hex: string
  width: number
}

const unknown = '?'.charCodeAt(0)
const letters: Record<FontName, Map<number, Letter>> = { regular: new Map(), bold: new Map() }

/** Looked up once for each letter that occurs. */
function letterOf(code: number, name: FontName): Letter {
  const known = letters[name].get(code)
  if (known) return known
  const among = fonts()[name]
  const found = among.find(({ font }) => font.glyphs.has(code))
  if (!found) {
    const instead = letterOf(unknown, name)
    letters[name].set(code, instead)
    return instead
  }
  const glyph = found.font.glyphs.get(code) ?? 0
  const hex = glyph.toString(16).padStart(4, '0')
  const letter = { key: found.key, hex, width: found.font.widths[glyph] ?? 0 }
  letters[name].set(code, letter)
  return letter
}

export function textWidth(text: string, name: FontName, size: number): number {
  let sum = 0
  for (const letter of text.normalize('NFC')) {
    sum += letterOf(letter.codePointAt(0) ?? unknown, name).width
  }
  return (sum * size) / 1000
}

const ellipsis = '…'

/** As much of the text as fits, on one line. */
export function fitText(text: string, width: number, size: number, name: FontName = 'regular'): string {
  const line = text.replace(/\s+/g, ' ').normalize('NFC')
  const room = (width * 1000) / size
  const end = letterOf(ellipsis.charCodeAt(0), name).width
  let sum = 0
  let kept = 0
  let at = 0
  for (const letter of line) {
    sum += letterOf(letter.codePointAt(0) ?? unknown, name).width
    if (sum > room) return `${line.slice(0, kept).trimEnd()}${ellipsis}`
    at += letter.length
    if (sum + end <= room) kept = at
  }
  return line
}

/** All of the text, on as many lines as it needs. A word that is wider than a line is broken. */
export function wrapText(text: string, width: number, size: number, name: FontName = 'regular'): string[] {
  const room = (width * 1000) / size
  const lines: string[] = []
  let line = ''
  let sum = 0
  const space = letterOf(0x20, name).width
  for (const word of text.replace(/\s+/g, ' ').trim().normalize('NFC').split(' ')) {
    const wide = [...word].reduce((all, letter) => all + widthOf(letter, name), 0)
    if (line !== '' && sum + space + wide <= room) {
      line += ` ${word}`
      sum += space + wide
      continue
    }
    if (line !== '') lines.push(line)
    line = ''
    sum = 0
    for (const letter of word) {
      const more = widthOf(letter, name)
      if (line !== '' && sum + more > room) {
        lines.push(line)
        line = ''
        sum = 0
      }
      line += letter
      sum += more
    }
  }
  lines.push(line)
  return lines
}

const widthOf = (letter: string, name: FontName) => letterOf(letter.codePointAt(0) ?? unknown, name).width

const points = (value: number) => Number(value.toFixed(2)).toString()

export const letterLandscape = { width: 792, height: 612 } as const
export const letterPortrait = { width: 612, height: 792 } as const
type PageSize = typeof letterLandscape | typeof letterPortrait

/** What is drawn on one page. The place is counted from the upper left corner. */
export class PdfPage {
  readonly size: PageSize
  #content = ''

  constructor(size: PageSize = letterLandscape) {
    this.size = size
  }

  text(words: string, at: { x: number; y: number; size: number; font?: FontName; gray?: number }): void {
    const { x, y, size, font = 'regular', gray = 0 } = at
    const baseline = points(this.size.height - y)
    let left = x
    let [key, hex, width] = ['', '', 0]
    const write = () => {
      if (hex === '') return
      this.#content += `BT /${key} ${size} Tf ${gray} g ${points(left)} ${baseline} Td <${hex}> Tj ET\n`
      left += (width * size) / 1000
      hex = ''
      width = 0
    }
    for (const sign of words.normalize('NFC')) {
      const letter = letterOf(sign.codePointAt(0) ?? unknown, font)
      if (letter.key !== key) write()
      key = letter.key
      hex += letter.hex
      width += letter.width
    }
    write()
  }

  line(y: number, from: number, to: number, gray = 0.8): void {
    const height = points(this.size.height - y)
    this.#content += `${gray} G 0.5 w ${points(from)} ${height} m ${points(to)} ${height} l S\n`
  }

  /** A black rectangle. */
  fill({ x, y, width, height }: { x: number; y: number; width: number; height: number }): void {
    const bottom = points(this.size.height - y - height)
    this.#content += `0 g ${points(x)} ${bottom} ${points(width)} ${points(height)} re f\n`
  }

  get content(): string {
    return this.#content
  }
}

interface PageReference {
  id: number
  section: number
}

/** Pages can be written in another order than they are read in: each belongs to a section. */
export class PdfWriter {
  readonly #info: PdfInfo
  readonly #places: number[] = []
  readonly #pages: PageReference[] = []
  #offset = 0
  // The document, its pages and what all pages draw with have the first numbers.
  readonly #catalog = this.#reserve()
  readonly #tree = this.#reserve()
  readonly #resources = this.#reserve()

  constructor(info: PdfInfo) {
    this.#info = info
  }

  #reserve(): number {
    return this.#places.push(0)
  }

  #object(id: number, body: string | Buffer): Buffer {
    this.#places[id - 1] = this.#offset
    const bytes = Buffer.concat([Buffer.from(`${id} 0 obj\n`), Buffer.from(body), Buffer.from('\nendobj\n')])
    this.#offset += bytes.length
    return bytes
  }

  #stream(id: number, content: Buffer, more = '', isPacked = true): Buffer {
    const bytes = isPacked ? deflateSync(content) : content
    const filter = isPacked ? ' /Filter /FlateDecode' : ''
    const head = `<< /Length ${bytes.length}${filter}${more} >>\nstream\n`
    return this.#object(id, Buffer.concat([Buffer.from(head), bytes, Buffer.from('\nendstream')]))
  }

  /** The second line holds bytes above 127, so that no program takes the file for text. */
  start(): Buffer {
    const bytes = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')
    this.#offset = bytes.length
    return bytes
  }

  page({ content, size }: PdfPage, section: number): Buffer {
    const [id, body] = [this.#reserve(), this.#reserve()]
    this.#pages.push({ id, section })
    const { width, height } = size
    const page = `<< /Type /Page /Parent ${this.#tree} 0 R /MediaBox [0 0 ${width} ${height}] /Resources ${this.#resources} 0 R /Contents ${body} 0 R >>`
    return Buffer.concat([this.#object(id, page), this.#stream(body, Buffer.from(content))])
  }

  *end(): Generator<Buffer, void, void> {
    const keys: string[] = []
    for (const { key, font } of Object.values(fonts()).flat()) {
      const id = this.#reserve()
      keys.push(`/${key} ${id} 0 R`)
      yield* this.#font(id, font)
    }
    yield this.#object(this.#resources, `<< /Font << ${keys.join(' ')} >> >>`)
    const kids = [...this.#pages]
      .sort((one, other) => one.section - other.section || one.id - other.id)
      .map(({ id }) => `${id} 0 R`)
    yield this.#object(this.#tree, `<< /Type /Pages /Count ${kids.length} /Kids [${kids.join('\n')}] >>`)
    const [profile, metadata, info] = [this.#reserve(), this.#reserve(), this.#reserve()]
    yield this.#stream(profile, srgbProfile(), ' /N 3')
    yield this.#stream(metadata, Buffer.from(xmpOf(this.#info)), ' /Type /Metadata /Subtype /XML', false)
    yield this.#object(info, infoOf(this.#info))
    const intent = `<< /Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (sRGB) /Info (sRGB) /DestOutputProfile ${profile} 0 R >>`
    yield this.#object(
      this.#catalog,
      `<< /Type /Catalog /Pages ${this.#tree} 0 R /Metadata ${metadata} 0 R /Lang (en-US) /ViewerPreferences << /DisplayDocTitle true >> /OutputIntents [${intent}] >>`,
    )
    yield this.#trailer(info)
  }

  #trailer(info: number): Buffer {
    const lines = this.#places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`)
    const size = lines.length + 1
    const id = createHash('sha256')
      .update(`${this.#info.title} ${this.#info.madeAt.toISOString()} ${this.#offset}`)
      .digest('hex')
      .slice(0, 32)
    return Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${lines.join('')}trailer\n<< /Size ${size} /Root ${this.#catalog} 0 R /Info ${info} 0 R /ID [<${id}> <${id}>] >>\nstartxref\n${this.#offset}\n%%EOF\n`,
    )
  }

  /** Whole fonts: a subset would save little and could lack a letter of a later page. */
  *#font(id: number, font: TrueTypeFont): Generator<Buffer, void, void> {
    const [descendant, descriptor, file, unicode] = [1, 2, 3, 4].map(() => this.#reserve()) as [
      number,
      number,
      number,
      number,
    ]
    yield this.#object(
      id,
      `<< /Type /Font /Subtype /Type0 /BaseFont /${font.name} /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] /ToUnicode ${unicode} 0 R >>`,
    )
    yield this.#object(
      descendant,
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${font.name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${descriptor} 0 R /CIDToGIDMap /Identity /DW 0 /W [0 [${font.widths.join(' ')}]] >>`,
    )
    yield this.#object(
      descriptor,
      `<< /Type /FontDescriptor /FontName /${font.name} /Flags 4 /FontBBox [${font.box.join(' ')}] /ItalicAngle 0 /Ascent ${font.ascent} /Descent ${font.descent} /CapHeight ${font.capHeight} /StemV 80 /FontFile2 ${file} 0 R >>`,
    )
    yield this.#stream(file, font.bytes, ` /Length1 ${font.bytes.length}`)
    yield this.#stream(unicode, Buffer.from(unicodeMap(font)))
  }
}

/** So that text can be searched and copied. */
function unicodeMap({ glyphs }: TrueTypeFont): string {
  const hex = (value: number) => value.toString(16).padStart(4, '0')
  const characters = new Map([...glyphs].map(([code, glyph]) => [glyph, code]))
  const lines = [...characters]
    .sort(([one], [other]) => one - other)
    .map(([glyph, code]) => `<${hex(glyph)}> <${hex(code)}>`)
  const blocks: string[] = []
  for (let at = 0; at < lines.length; at += 100) {
    const some = lines.slice(at, at + 100)
    blocks.push(`${some.length} beginbfchar\n${some.join('\n')}\nendbfchar`)
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end
`
}

const producer = 'Exempta'

/** Text outside of pages: two bytes to a letter. */
const textString = (text: string) => `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`

const isoTime = (at: Date) => `${at.toISOString().slice(0, 19)}Z`

function infoOf({ title, author, madeAt }: PdfInfo): string {
  const time = `(D:${isoTime(madeAt).replace(/[-:TZ]/g, '')}Z)`
  return `<< /Title ${textString(title)} /Author ${textString(author)} /Producer (${producer}) /CreationDate ${time} /ModDate ${time} >>`
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function xmpOf({ title, author, madeAt }: PdfInfo): string {
  const time = isoTime(madeAt)
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
<pdfaid:part>2</pdfaid:part>
<pdfaid:conformance>B</pdfaid:conformance>
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escaped(title)}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>${escaped(author)}</rdf:li></rdf:Seq></dc:creator>
<xmp:CreateDate>${time}</xmp:CreateDate>
<xmp:ModifyDate>${time}</xmp:ModifyDate>
<pdf:Producer>${producer}</pdf:Producer>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>
`
}
