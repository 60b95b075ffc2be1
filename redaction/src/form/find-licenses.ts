/**
 * License numbers on certificates: forms that take one in place of a tax number print "federal EIN or driver's license
 * number", with the value in the next row, where the text alone doesn't show that they belong together.
 */
import type { Finding } from '../finding.ts'
import { coverQuads, type Quad } from '../geometry/quad.ts'
import { linesByDirection, type Piece, piecesOf } from '../page/piece.ts'
import { rowsOf } from '../page/rows.ts'
import type { Line } from '../reader/text-reader.ts'
import { readDate } from './read-date.ts'

const subject = /resale|exempt/i
const label = /driver['’]?s?\s*licen[sc]e|licen[sc]e\s*\/?\s*state.{0,3}issued\s*id|state[- ]issued id/i
const employerNumber = /^\D*\d{2}\s?-\s?\d{7}\D*$/
// In heights of a line, from middle to middle.
const reach = { below: 2.9, right: 12 }
const license =
  /(?<![\p{L}\p{N}])(?=(?:[^\d]*\d){5})[A-Z0-9](?:[A-Z0-9*]|[ -](?=[A-Z0-9])){4,22}(?![\p{L}\p{N}])/iu

/** Nothing on pages that are no certificates. */
export function licensesOnCertificate(lines: readonly Line[]): Finding[] {
  if (!lines.some(({ text }) => subject.test(text))) return []
  return linesByDirection(lines).flatMap((part) => {
    const rows = rowsOf(piecesOf(part))
    return rows.flatMap((row, at) =>
      row
        .filter(({ text }) => label.test(text))
        .flatMap((piece): Finding[] => {
          const right = row.filter(
            (other) => other.left > piece.right && other.left - piece.right < reach.right * piece.height,
          )
          const below = rows
            .slice(at + 1, at + 4)
            .flat()
            .filter(
              (other) =>
                other.left < piece.right &&
                other.right > piece.left &&
                other.middle - piece.middle < reach.below * Math.max(piece.height, other.height),
            )
          return [...right, ...below].flatMap(numberIn)
        }),
    )
  })
}

function numberIn({ text, glyphs }: Piece): Finding[] {
  const found = license.exec(text)
  if (!found || readDate(found[0]) || employerNumber.test(found[0])) return []
  const own = glyphs.slice(found.index, found.index + found[0].length).filter((glyph) => glyph.text !== ' ')
  const quads = own.map(({ quad }) => quad)
  return quads.length === 0
    ? []
    : [
        {
          kind: 'driver-license-number',
          quad: coverQuads(quads as [Quad, ...Quad[]]),
          confidence: 1,
          source: 'text',
        },
      ]
}
