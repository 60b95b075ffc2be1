import { matchesOf } from '../matches.ts'
import type { Rule } from '../secret.ts'

/**
 * Machine-readable lines of passports and identity cards (ICAO 9303): two lines of 44 or 36 characters, or three of
 * 30. They are recognized by their structure and check digits, because readers take "<" for many other characters.
 */

const lineLengths = { min: 26, max: 50 }
const lookalikes: Record<string, string> = {
  O: '0',
  Q: '0',
  D: '0',
  I: '1',
  L: '1',
  S: '5',
  B: '8',
  Z: '2',
  G: '6',
}
// Birth date, check digit, sex, expiry date, check digit.
const dates = /([\dOQDILSBZG]{6})([\dOQDILSBZG])[A-Z]{0,3}?([MFX<K])([\dOQDILSBZG]{6})([\dOQDILSBZG])/g
// Kind of paper, country, names, and one character over and over, whatever it was taken for.
const nameLine = /^[PIACV][A-Z<][A-Z<]{3}[A-Z<]*([<KCLSEX(])\1{4,}[A-Z<(]*$/

/** Whether a line of text is one of these lines. */
function isMachineReadableLine(line: string): boolean {
  const compact = line
    .toUpperCase()
    .replace(/[«»‹›〈〉《》]/g, '<<')
    .replace(/\s/g, '')
  if (compact.length < lineLengths.min || compact.length > lineLengths.max) return false
  return (
    hasFillers(compact) ||
    (!isProse(line) && hasCheckedDates(compact)) ||
    (!/\s\S*\s/.test(line.trim()) && nameLine.test(compact))
  )
}

function hasFillers(compact: string): boolean {
  const fillers = compact.split('<').length - 1
  const others = compact.replace(/[A-Z0-9<]/g, '').length
  return fillers >= 2 && others <= 2 && (/<{3,}/.test(compact) || /\d{6,}/.test(compact))
}

// Fillers are read as letters, but as the same one over and over.
const plainWord = /[A-Za-z](?=[a-z]{2})([a-z])(?!\1)[a-z]/
const mostBlanks = 3

/** Whether a line may be one of words and numbers: its dates then pass the check by chance. */
const isProse = (line: string) =>
  plainWord.test(line) || (line.trim().match(/\s+/g) ?? []).length > mostBlanks

const hasCheckedDates = (compact: string) =>
  matchesOf(dates, compact).some(
    ([, birth, birthCheck, , expiry, expiryCheck]) =>
      passesCheck(birth as string, birthCheck as string) ||
      passesCheck(expiry as string, expiryCheck as string),
  )

const digitOf = (character: string) => Number(lookalikes[character] ?? character)

function passesCheck(digits: string, check: string): boolean {
  const weights = [7, 3, 1]
  const sum = [...digits].reduce((total, digit, i) => total + digitOf(digit) * (weights[i % 3] as number), 0)
  return sum % 10 === digitOf(check)
}

/** The lines of a text that machines read. */
export const findMrzLines: Rule = ({ text }) => {
  let at = 0
  return text.split('\n').flatMap((line) => {
    const start = at
    at += line.length + 1
    const end = start + line.length
    return isMachineReadableLine(line) ? [{ kind: 'mrz', start, end, valueEnd: end, confidence: 0.95 }] : []
  })
}
