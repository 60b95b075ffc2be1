import { matchesOf } from './matches.ts'
import type { NormalText } from './normalise-text.ts'

// Shorter words are too often other words to be mended.
const minLetters = 4

// Words of the labels that the rules know; those with less letters are like too many others.
const vocabulary = [
  'social',
  'security',
  'number',
  'account',
  'checking',
  'savings',
  'routing',
  'transit',
  'birth',
  'passport',
  'driver',
  'license',
  'licence',
  'credit',
  'debit',
  'mastercard',
  'cardholder',
  'verification',
  'validation',
  'identification',
  'individual',
  'taxpayer',
]
const shortNames = ['ssn', 'itin', 'dob', 'cvv', 'cvc', 'cid', 'aba']
const otherWords =
  /^(?:berth|girth|firth|mirth|lumber|diver|drive[ns]?|river|debt|debut|outing|routine|rousing|transmit|valuation)$/
// Digits and strokes that letters are taken for, unless a number follows them.
const word = /(?:[A-Za-z]|(?<![A-Za-z\d])[15|!](?=[A-Za-z]))(?:[A-Za-z]|[0158|!](?!\d))*/g
const letterFor: Record<string, string> = { 0: 'o', 1: 'i', 5: 's', 8: 'b', '|': 'i', '!': 'i' }
// From this length on, two letters may be wrong.
const longWord = 9

/** Puts right the words of labels that were read or typed with a wrong letter: "Veritication", "Socia1". */
export function mendLabels(source: NormalText): NormalText {
  const mends = matchesOf(word, source.text).flatMap((match) => {
    const meant = meantBy(match[0])
    return meant && meant !== match[0].toLowerCase()
      ? [{ start: match.index, end: match.index + match[0].length, meant }]
      : []
  })
  return mends.length === 0 ? source : mends.reduceRight(replace, source)
}

function meantBy(text: string): string | undefined {
  const letters = text.toLowerCase().replace(/[^a-z]/g, (mark) => letterFor[mark] as string)
  if (shortNames.includes(letters)) return letters
  if (letters.length < minLetters || otherWords.test(letters)) return undefined
  if (vocabulary.some((known) => text.toLowerCase().includes(known))) return undefined
  return vocabulary.find((known) => {
    const allowed = known.length >= longWord && known[0] === letters[0] ? 2 : 1
    if (Math.abs(known.length - letters.length) > allowed) return false
    // One mistake leaves one half of the word as it is: most words need no closer look.
    const half = Math.floor(known.length / 2) - 1
    const isHalfRight = letters.startsWith(known.slice(0, half)) || letters.endsWith(known.slice(-half))
    return (allowed > 1 || isHalfRight) && mistakes(letters, known) <= allowed
  })
}

/** How many letters are wrong, missing, too many, or have changed places with the next one. */
function mistakes(a: string, b: string): number {
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      let least = Math.min(
        (above[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (above[j - 1] as number) + (isSame ? 0 : 1),
      )
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, (before[j - 2] as number) + 1)
      }
      row.push(least)
    }
    before = above
    above = row
  }
  return above[b.length] as number
}

interface Mend {
  start: number
  end: number
  meant: string
}

/** The letters put in stand for the whole word that was there. */
function replace(source: NormalText, { start, end, meant }: Mend): NormalText {
  const splice = <Part>(parts: readonly Part[], put: Part) => [
    ...parts.slice(0, start),
    ...Array.from(meant, () => put),
    ...parts.slice(end),
  ]
  return {
    text: source.text.slice(0, start) + meant + source.text.slice(end),
    digits: source.digits.slice(0, start) + meant + source.digits.slice(end),
    rawStarts: splice(source.rawStarts, source.rawStarts[start] as number),
    rawEnds: splice(source.rawEnds, source.rawEnds[end - 1] as number),
  }
}
