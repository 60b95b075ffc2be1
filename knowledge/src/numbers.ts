/** How tax numbers look. A right format proves nothing, and a wrong one is only a hint. */
import type { RuleAbout } from './schema.ts'

const patterns = new Map<string, RegExp>()

function patternOf(source: string): RegExp {
  let pattern = patterns.get(source)
  if (!pattern) {
    pattern = new RegExp(source, 'i')
    patterns.set(source, pattern)
  }
  return pattern
}

export function checkNumber(rule: Pick<RuleAbout<'number'>, 'pattern'>, number: string): 'fits' | 'differs' {
  const pattern = patternOf(rule.pattern)
  const text = number.trim()
  return pattern.test(text) || pattern.test(text.replace(/[\s-]/g, '')) ? 'fits' : 'differs'
}

/** Dashes are ignored in a comparison, but those of an employer number (12-3456789) or a Social Security number say that it's no permit. */
export const isOtherNumber = ({ pattern }: Pick<RuleAbout<'number'>, 'pattern'>, number: string) =>
  /^(\d{2}-\d{7}|\d{3}-\d{2}-\d{4})$/.test(number.trim()) && !patternOf(pattern).test(number.trim())

/** The IRS has issued no employer numbers with these first digits. The list changes: warn, never refuse. */
const unusedEinPrefixes = new Set('00 07 08 09 17 18 19 28 29 49 69 70 78 79 89 96 97'.split(' '))

export function checkEin(number: string): 'fits' | 'unusual' | 'differs' {
  const digits = number.trim().match(/^(\d{2})-?(\d{7})$/)
  if (!digits) return 'differs'
  return unusedEinPrefixes.has(digits[1] as string) ? 'unusual' : 'fits'
}
