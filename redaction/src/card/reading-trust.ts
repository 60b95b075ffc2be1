import type { Line } from '../reader/text-reader.ts'

const minLetters = 4

/**
 * Whether words were read on the card. Digits also read upside down and mirrored, and then their last four are
 * not the last four of the number; words do not.
 */
export function isRightWayUp(lines: readonly Line[]): boolean {
  return lines.some(({ text, confidence }) => confidence > 0.9 && letterCount(text) >= minLetters)
}

const letterCount = (text: string) => text.replace(/[^A-Za-z]|[oOxXIlHNSZsz]/g, '').length
