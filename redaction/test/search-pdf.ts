/** Looks for values in everything that a PDF holds: raw bytes, unpacked streams, written text. */
import { spawnSync } from 'node:child_process'
import { inflateSync } from 'node:zlib'

export interface PdfTexts {
  /** All bytes, and all that streams unpack to. */
  raw: string[]
  /** What is written on pages, seen or not. */
  written: string[]
}

export function textsIn(pdf: Uint8Array): PdfTexts {
  const raw = Buffer.from(pdf).toString('latin1')
  const streams = [...raw.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].flatMap(([, body]) => {
    try {
      return [inflateSync(Buffer.from(body as string, 'latin1')).toString('latin1')]
    } catch {
      return []
    }
  })
  const written = [raw, ...streams].map((text) =>
    [...text.matchAll(/<([0-9A-Fa-f]{2,})> ?Tj|\(((?:[^()\\]|\\.)*)\) ?Tj/g)]
      .map(([, hex, plain]) => plain ?? Buffer.from(hex as string, 'hex').toString('latin1'))
      .join(' '),
  )
  return { raw: [raw, ...streams], written: [...written, ...copiedText(pdf)] }
}

/** As a reader's software copies it out, where that is installed. */
function copiedText(pdf: Uint8Array): string[] {
  const { status, stdout } = spawnSync('pdftotext', ['-', '-'], { input: pdf, encoding: 'utf8' })
  return status === 0 ? [stdout] : []
}

/** The values of which the part that had to go can be found; short ones count where they are written alone. */
export function valuesIn(
  { raw, written }: PdfTexts,
  values: readonly { value: string; keptCount?: number }[],
): string[] {
  const packed = [...raw, ...written].map((text) => text.replace(/[^A-Za-z0-9<]/g, ''))
  return values
    .filter(({ value, keptCount = 0 }) => {
      const characters = value.replace(/[^A-Za-z0-9<]/g, '')
      const hidden = characters.slice(0, characters.length - keptCount)
      if (hidden.length >= 5) return packed.some((text) => text.includes(hidden))
      return written.some((text) => new RegExp(`(?<![A-Za-z0-9.])${hidden}(?![A-Za-z0-9.])`).test(text))
    })
    .map(({ value }) => value)
}
