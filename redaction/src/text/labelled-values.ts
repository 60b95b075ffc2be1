import { matchesOf } from './matches.ts'
import type { NormalText } from './normalise-text.ts'

/** What layout writes between two columns of a row: labels reach over it, numbers do not. */
export const columnGap = ' \u250a '

const fillers =
  'numbers?|num|nbr|nos?|nr|is|was|are|it|my|the|your|his|her|our|of|for|on|in|at|as|be|here|below|follows|enter|please|code|value|card|print|type|required|optional|if|any|applicable|and|or|state|country|issuance|issued|issuing|by|front|back|date|mm|dd|yyyy|yy|month|day|year|de|du|fecha|nacimiento|naissance'
const hint = String.raw`\([^()\n]{0,40}\)`
const digitHint = String.raw`\d[- ]?digits?(?: on (?:the )?(?:front|back)(?: of (?:the |your )?card)?)?`
const connector = String.raw`(?:${hint}|${digitHint}|(?<![A-Za-z])(?:${fillers})(?![A-Za-z])|[ :;#=.,_>"'/|\[\]()\u250a\-]|\n(?!\n)){0,24}?`
// Forms number their fields, and the blank behind the number is often lost: "3DOB", "4d LIC#".
const fieldNumber = String.raw`(?:\d{1,2}[a-e]?[.):]? ?)?`

export interface LabelledValue {
  start: number
  end: number
  match: RegExpExecArray
}

interface LabelledRule {
  label: RegExp
  /** Labels so long that they are recognized inside other words, where the blank before them was lost. */
  gluedLabel?: RegExp
  value: RegExp
  /** Words before the label that make it another one. */
  unless?: RegExp
  /** The value may hold letters, which are then not read as digits. */
  hasLetters?: boolean
}

/** One way to name a value. The example is tried by a test. */
export interface Label {
  pattern: RegExp
  example: string
  /** Why the words mean this value, where they don't say it themselves. */
  why?: string
}

/** Any of the labels; earlier ones win, so the longer of two goes first. */
export const anyOf = (labels: readonly Label[]): RegExp =>
  new RegExp(labels.map(({ pattern }) => pattern.source).join('|'))

/** Makes a search for values that directly follow a label, on its line or the next one. */
export function labelledValues({ label, gluedLabel, value, unless, hasLetters = false }: LabelledRule) {
  const glued = gluedLabel ? `|${gluedLabel.source}` : ''
  const goesOn = hasLetters ? '(?![A-Za-z](?!\\d))' : '(?![A-Za-z])'
  const labels = new RegExp(`(?:(?<![A-Za-z0-9])${fieldNumber}(?:${label.source})${glued})${goesOn}`, 'gi')
  const between = new RegExp(`${connector}(?=${value.source})`, 'iy')
  const exact = new RegExp(value.source, 'iy')
  return (source: NormalText): LabelledValue[] => {
    const found: LabelledValue[] = []
    const values = hasLetters ? source.text : source.digits
    for (const at of matchesOf(labels, source.text)) {
      if (unless?.test(source.text.slice(Math.max(0, at.index - 40), at.index))) continue
      between.lastIndex = at.index + at[0].length
      const gap = between.exec(values)
      if (!gap) continue
      exact.lastIndex = gap.index + gap[0].length
      const match = exact.exec(values)
      if (match) found.push({ start: match.index, end: match.index + match[0].length, match })
    }
    return found
  }
}
