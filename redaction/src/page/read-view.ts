import { mapQuad } from '../geometry/quad.ts'
import type { View } from '../picture/view.ts'
import type { Line, ReadOptions, TextReader } from '../reader/text-reader.ts'

/** Reads a view and gives the lines in the page's pixels. */
export async function readView(reader: TextReader, view: View, options: ReadOptions): Promise<Line[]> {
  const lines = await reader.read(view.picture, options)
  return lines.map((line) => ({
    ...line,
    quad: mapQuad(line.quad, view.toPage),
    glyphs: line.glyphs.map((glyph) => ({ ...glyph, quad: mapQuad(glyph.quad, view.toPage) })),
  }))
}
