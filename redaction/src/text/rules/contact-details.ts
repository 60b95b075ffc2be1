import { matchesOf } from '../matches.ts'
import type { Rule } from '../secret.ts'

const phone = /(?<![\d-])(?:\+?1[ .-]?)?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}(?![\d-])/g
const email = /[A-Za-z0-9._%+-]+ ?@ ?[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+/g

/** Phone numbers and mail addresses: hidden only where the owner asks for it. */
export const findContactDetails: Rule = ({ text }) =>
  (
    [
      ['phone', phone],
      ['email', email],
    ] as const
  ).flatMap(([kind, pattern]) =>
    matchesOf(pattern, text).map((match) => {
      const end = match.index + match[0].length
      return { kind, start: match.index, end, valueEnd: end, confidence: 0.9 }
    }),
  )
