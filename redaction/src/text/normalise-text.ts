export interface NormalText {
  /** One plain character per written character; invisible ones are gone, wide digits are plain. */
  text: string
  /** As `text`, with letters that stand for digits inside numbers written as digits. */
  digits: string
  /** Where each character starts and ends in the raw text. */
  rawStarts: number[]
  rawEnds: number[]
}

const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/u
const dash = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d\u2043]/
const blank = /[^\S\n\r]/
const marks: Record<string, string> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u00b7': '.',
  '\u2022': '.',
  '\u2024': '.',
  '\u30fb': '.',
  '\u2044': '/',
  '\u2215': '/',
}

/** Undoes the disguises of text: full-width and foreign digits, soft hyphens, zero-width characters, odd dashes. */
export function normaliseText(raw: string): NormalText {
  let text = ''
  const rawStarts: number[] = []
  const rawEnds: number[] = []
  let index = 0
  for (const character of raw) {
    const plain = plainOf(character)
    for (let i = 0; i < plain.length; i++) {
      rawStarts.push(index)
      rawEnds.push(index + character.length)
    }
    text += plain
    index += character.length
  }
  return { text, digits: foldLookalikes(text), rawStarts, rawEnds }
}

function plainOf(character: string): string {
  const code = character.codePointAt(0) as number
  if (code < 0x80) return character === '\t' ? ' ' : character === '\r' ? '\n' : character
  if (invisible.test(character)) return ''
  if (dash.test(character)) return '-'
  if (blank.test(character)) return ' '
  if (/\p{Nd}/u.test(character)) return String(digitValue(character, code))
  return (
    marks[character] ?? (character.normalize('NFKC').length === 1 ? character.normalize('NFKC') : character)
  )
}

// Unicode keeps every decimal script in ten code points in a row; only the run's start is unknown.
function digitValue(character: string, code: number): number {
  const folded = character.normalize('NFKC')
  if (/^\d$/.test(folded)) return Number(folded)
  let zero = code
  while (zero > code - 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return (code - zero) % 10
}

const lookalikes: Record<string, string> = { O: '0', o: '0', Q: '0', l: '1', I: '1', S: '5', B: '8', Z: '2' }

// The longest group of a number that is written in groups.
const groupLength = 4

function foldLookalikes(text: string): string {
  return text.replace(/[A-Za-z0-9]+/g, (word, at: number) => {
    if (!/^[\dOoQlISBZ]+$/.test(word)) return word
    const digitCount = word.replace(/\D/g, '').length
    const isNumber = digitCount * 2 >= word.length && digitCount > 0
    const isBetweenNumbers =
      word.length <= groupLength &&
      /\d[ .-]{1,2}$/.test(text.slice(0, at)) &&
      /^[ .-]{1,2}\d/.test(text.slice(at + word.length))
    return isNumber || isBetweenNumbers ? word.replace(/\D/g, (letter) => lookalikes[letter] as string) : word
  })
}
