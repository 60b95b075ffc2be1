import type { Rule } from './rule.ts'

const lineLengths = { min: 26, max: 48 }

/** Machine-readable lines of passports and identity cards. */
export const findMrzLines: Rule = ({ text }) => {
  let at = 0
  return text.split('\n').flatMap((line) => {
    const start = at
    at += line.length + 1
    const compact = line.replace(/[ «]/g, (mark) => (mark === '«' ? '<<' : ''))
    const fillers = compact.split('<').length - 1
    const isMrz =
      compact.length >= lineLengths.min &&
      compact.length <= lineLengths.max &&
      fillers >= 2 &&
      /^[A-Z0-9<]+$/.test(compact) &&
      (/<{3,}/.test(compact) || /\d{6,}/.test(compact))
    return isMrz
      ? [{ kind: 'mrz', start, end: start + line.length, valueEnd: start + line.length, confidence: 0.95 }]
      : []
  })
}
