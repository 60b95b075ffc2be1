import type { Line } from '../reader/text-reader.ts'

const cardWords =
  /valid|thru|good|member|since|bank|credit|debit|card|visa|expr?ess|master|discover|expires|business|purchase|platinum|authori[sz]ed|signature|service|customer/i

/**
 * Whether words were read on the card. Digits also read upside down and mirrored, and then their last four are
 * not the last four of the number; words hardly do.
 */
export function isRightWayUp(lines: readonly Line[]): boolean {
  return lines.some(
    ({ text, confidence }) =>
      (confidence > 0.8 && cardWords.test(text)) || (confidence > 0.96 && tellingLetters(text) >= 5),
  )
}

// Letters that look like others when turned or mirrored do not count.
const tellingLetters = (text: string) => text.replace(/[^A-Za-z]|[oOxXIlHNSZszAMTUVWYvwbdpqnu]/g, '').length
