/**
 * `npm run stamp-letters`: writes the outlines of the letters that watermarks are set in, from Inter (SIL Open Font
 * License). The engine draws them itself, so a watermark looks the same on machines without any fonts.
 */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import opentype from 'opentype.js'
import { root } from '../run-command.ts'

const source = 'node_modules/@fontsource/inter/files/inter-latin-500-normal.woff'
const target = path.join(root, 'redaction/src/picture/stamp-letters.ts')
/** What addresses and times are written with, and the letters of Western Europe. */
const ranges = [
  [0x20, 0x7e],
  [0xc0, 0xff],
] as const
const unitsPerEm = 1000

const bytes = await readFile(path.join(root, source))
const font = opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
const scale = unitsPerEm / font.unitsPerEm
const lines: string[] = []
for (const [from, to] of ranges) {
  for (let code = from; code <= to; code++) {
    const letter = String.fromCodePoint(code)
    const glyph = font.charToGlyph(letter)
    if (glyph.index === 0) continue
    const outline = glyph.getPath(0, 0, unitsPerEm).toPathData(0)
    lines.push(
      `  ${JSON.stringify(letter)}: [${Math.round((glyph.advanceWidth ?? 0) * scale)}, '${outline}'],`,
    )
  }
}
await writeFile(
  target,
  `/**
 * Letters of Inter, medium, by \`npm run stamp-letters\`: how far each moves on, and its outline, in thousandths of the
 * font's size above and below the line. Copyright 2016 The Inter Project Authors (https://github.com/rsms/inter),
 * SIL Open Font License 1.1 (https://openfontlicense.org).
 */
export const stampLetters: Readonly<Record<string, readonly [advance: number, outline: string]>> = {
${lines.join('\n')}
}
`,
)
