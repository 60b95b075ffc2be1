/** Forms for many states have a line for each of them: the number beside a state is the one that it gave. */
import { states } from '@exempta/knowledge/states'
import type { Piece } from '../page/piece.ts'
import type { Row } from '../page/rows.ts'
import { type LabelledValue, numberIn } from './label-values.ts'

export interface StateNumber extends LabelledValue {
  state: string
}

// Fewer, and the states are those of addresses.
const fewestStates = 8
// In heights of a line.
const reach = 24

const codes = new Map(
  [...states].flatMap(([code, { name }]) => [[code, code] as const, [name.toUpperCase(), code] as const]),
)

/** Notes may be set right behind a state: "FL8", "NJ 5,21"; and a number in one text with it: "AR 4265689". */
function stateIn({ text }: Piece): { state: string; end: number } | undefined {
  const [whole = '', name = ''] =
    /^\W*([A-Za-z]{2}|\p{L}{4,14}(?: \p{L}{4,14})?)(?![\p{L}])/u.exec(text) ?? []
  const state = codes.get(name.toUpperCase())
  const isAlone = !/\p{L}{2}/u.test(text.slice(whole.length).replace(/\S*\d\S*/g, ''))
  return state && isAlone ? { state, end: whole.length } : undefined
}

export function numbersOfStates(rows: readonly Row[]): StateNumber[] {
  const found = new Map(
    rows.flat().flatMap((piece) => {
      const state = stateIn(piece)
      return state ? [[piece, state] as const] : []
    }),
  )
  if (new Set([...found.values()].map(({ state }) => state)).size < fewestStates) return []
  return rows.flatMap((row) =>
    row.flatMap((piece, at): StateNumber[] => {
      const own = found.get(piece)
      if (!own) return []
      const { state, end } = own
      const behind = piece.glyphs.slice(end)
      const rest = numberIn(piece.text.slice(end))
      if (rest) return [{ field: 'number', text: rest, glyphs: behind, state }]
      const nextState = row.findIndex((other, i) => i > at && found.has(other))
      // Numbers of notes, which may stand between, are shorter.
      const next = row
        .slice(at + 1, nextState < 0 ? undefined : nextState)
        .find(({ text }) => numberIn(text) !== undefined)
      const isNear = next && next.left - piece.right < reach * piece.height
      const number = isNear && numberIn(next.text)
      return number ? [{ field: 'number', text: number, glyphs: next.glyphs, state }] : []
    }),
  )
}
