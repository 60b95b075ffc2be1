/** The state that a certificate is for, by its heading: forms name the agency or the state that they come from. */
import { states } from '@exempta/knowledge/states'
import type { Piece } from '../page/piece.ts'
import type { Row } from '../page/rows.ts'

const agency = String.raw`(?:dep(?:artmen)?t\.?|division|bureau|office|board|commission|comptroller|tax|revenue|treasury|taxation|state|finance)`
const sellers = '(?:sales|use|resale|exempt|certificate|excise|transaction|gross)'

interface Known {
  code: string
  /** From the clearest to the vaguest. */
  signs: readonly RegExp[]
}

const known: readonly Known[] = [...states].map(([code, { name }]) => {
  // "West Virginia" is no Virginia, and "Washington, DC" no Washington.
  const own = `(?<!west )${name.replace(/\s+/g, String.raw`\s+`)}(?!,? d\\.?c)`
  return {
    code,
    signs: [
      new RegExp(String.raw`(?:state|commonwealth|district|territory) of ${own}\b`, 'i'),
      new RegExp(String.raw`\b${own}(?: state)? ${agency}\b`, 'i'),
      new RegExp(String.raw`\b${own}(?: state)?(?: and local| annual)? ${sellers}`, 'i'),
      new RegExp(`^${own}$`, 'i'),
    ],
  }
})

// Of all rows: headings come first, and footers last.
const top = 0.3
const other =
  /\b(?:other|another|any|each|which|in the) (?:state|commonwealth) of\b|\bstate of (?:issue|incorporation)\b/i

/** With the piece that says it; undefined when none does, or several do equally. */
export function findState(rows: readonly Row[]): { code: string; piece: Piece } | undefined {
  const most = Math.max(8, Math.ceil(rows.length * top))
  const places = [rows.slice(0, most), rows.slice(most)]
  for (const place of places)
    for (let at = 0; at < 4; at++) {
      const found = place
        .flat()
        .flatMap((piece) =>
          other.test(piece.text)
            ? []
            : known
                .filter(({ signs }) => signs[at]?.test(piece.text.trim()))
                .map(({ code }) => ({ code, piece })),
        )
      const [first] = found
      if (first && found.every(({ code }) => code === first.code)) return first
    }
  return undefined
}
