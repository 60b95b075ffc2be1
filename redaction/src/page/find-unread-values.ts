import type { Finding } from '../finding.ts'
import { isInside } from '../geometry/is-inside.ts'
import { centre, growQuad, heightOf } from '../geometry/quad.ts'
import type { Line } from '../reader/text-reader.ts'
import { findSecrets } from '../text/find-secrets.ts'
import type { SecretKind } from '../text/secret.ts'
import { bandOf, type Piece, piecesOf } from './piece.ts'
import { type Row, rowsOf } from './rows.ts'

// Values that only a label makes secret, one for every shape that the rules know.
const probes = ['000 00 0000', '01/02/1980', '000', '0000000000000000', 'A00000000']
const maxLabelLength = 48
const wellRead = 0.8
const reach = { right: 14, below: 2.4 }
const masked = /[*•#xX]{2,}/
const employerNumber = /^\d{2} ?- ?\d{7}$/

/** Values beside or below a clear label that were not understood, such as handwriting: hidden as a whole. */
export function findUnreadValues(lines: readonly Line[], known: readonly Finding[]): Finding[] {
  const rows = rowsOf(piecesOf(lines))
  return rows.flatMap((row, i) =>
    row.flatMap((piece, at): Finding[] => {
      const kind = kindNamedBy(piece.text)
      if (!kind) return []
      const value = valueBeside(row, at) ?? valueBelow(piece, rows.slice(i + 1, i + 4))
      if (!value || !isDoubtful(value) || isKnown(value, known)) return []
      const quad = bandOf(value.glyphs)
      return [{ kind, quad: growQuad(quad, 0.1 * heightOf(quad), 0), confidence: 0.5, source: 'text' }]
    }),
  )
}

/** The kind of secret that a text announces as its label. */
function kindNamedBy(text: string): SecretKind | undefined {
  if (text.length > maxLabelLength || /\d{3}/.test(text)) return undefined
  for (const probe of probes) {
    const secret = findSecrets(`${text} ${probe}`).find(({ start }) => start > text.length)
    if (secret) return secret.kind
  }
  return undefined
}

function valueBeside(row: Row, at: number): Piece | undefined {
  const label = row[at] as Piece
  const next = row[at + 1]
  return next && next.left - label.right < reach.right * label.height ? next : undefined
}

function valueBelow(label: Piece, rows: Row[]): Piece | undefined {
  return rows
    .flat()
    .filter(
      (piece) =>
        piece.middle - label.middle < reach.below * label.height &&
        piece.left < label.right &&
        piece.right > label.left &&
        Math.abs(piece.left - label.left) < 4 * label.height,
    )
    .sort((a, b) => a.middle - b.middle)[0]
}

function isDoubtful({ text, glyphs }: Piece): boolean {
  if (masked.test(text) || employerNumber.test(text)) return false
  const digitCount = text.replace(/\D/g, '').length
  const confidence = glyphs.reduce((sum, glyph) => sum + glyph.confidence, 0) / glyphs.length
  const isWords = /^[A-Za-z .,:()'/-]+$/.test(text) && confidence >= wellRead
  return !isWords && (digitCount >= 3 || (confidence < wellRead && text.length >= 3))
}

const isKnown = ({ glyphs }: Piece, known: readonly Finding[]) =>
  glyphs.some((glyph) => known.some(({ quad }) => isInside(quad, centre(glyph.quad))))
