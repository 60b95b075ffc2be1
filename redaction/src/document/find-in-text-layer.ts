/** Secrets in what a PDF itself holds: its text and its form fields. One more source beside the reading of the picture. */
import type { Finding } from '../finding.ts'
import { isInside } from '../geometry/is-inside.ts'
import { boundsOf, centre, type Quad } from '../geometry/quad.ts'
import { findTextSecrets } from '../page/find-text-secrets.ts'
import type { Line } from '../reader/text-reader.ts'
import type { FindOptions } from '../text/find-secrets.ts'
import { isCovered } from './is-covered.ts'
import type { FormField, PageImage } from './rasteriser.ts'
import { showsText } from './shows-text.ts'
import { fieldLine, textLayerLines } from './text-layer-lines.ts'

/** What to hide beyond the `known` findings; `lines` are those read from the picture. */
export function findInTextLayer(
  { picture, characters = [], fields = [] }: PageImage,
  lines: readonly Line[],
  known: readonly Finding[],
  options: FindOptions,
): Finding[] {
  const read = lines.flatMap(({ glyphs }) => glyphs)
  const layers = textLayerLines(characters)
  const written = layers
    .flatMap((reading) => findTextSecrets(reading, options))
    .filter(({ quad }) => touches(quad, picture) && showsText(picture, quad, characters, read))
  // Fields are hidden whole, since where their text stands is not known, unless the picture was read just so.
  const filled = [lines, ...layers]
    .flatMap((labels) => findInFields(fields, labels, options))
    .filter(
      ({ field }) =>
        !(isReadRight(field, lines) && known.some(({ quad }) => isInside(field.quad, centre(quad)))),
    )
    .map(({ finding, field }): Finding => ({ ...finding, quad: field.quad }))
  const found: Finding[] = []
  for (const finding of [...written, ...filled]) {
    if (!isCovered(finding.quad, [...known, ...found])) found.push(finding)
  }
  return found
}

function touches(quad: Quad, { width, height }: PageImage['picture']): boolean {
  const { left, top, right, bottom } = boundsOf([quad])
  return right > 0 && bottom > 0 && left < width && top < height
}

/** Fields whose values are secrets beside these labels. */
function findInFields(fields: readonly FormField[], around: readonly Line[], options: FindOptions) {
  if (fields.length === 0) return []
  const isInField = ({ quad }: Line) => fields.some((field) => isInside(field.quad, centre(quad)))
  const labels = around.filter((line) => !isInField(line))
  const values = fields.map(({ value, quad }) => fieldLine(value, quad))
  return findTextSecrets([...labels, ...values], options).flatMap((finding) =>
    fields.filter(({ quad }) => isInside(quad, centre(finding.quad))).map((field) => ({ field, finding })),
  )
}

const digitsOf = (text: string) => text.replace(/\D/g, '')

function isReadRight({ value, quad }: FormField, lines: readonly Line[]): boolean {
  const read = lines
    .flatMap(({ glyphs }) => glyphs)
    .filter((glyph) => isInside(quad, centre(glyph.quad)))
    .map(({ text }) => text)
    .join('')
  return digitsOf(read) === digitsOf(value)
}
