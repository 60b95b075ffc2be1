import type { Line } from '../reader/text-reader.ts'

/** Letters and digits alone; those that look the same in print are one. */
const folded = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/[il]/g, '1')
    .replace(/o/g, '0')

/** Whether everything that was read stands in the text that the page itself holds: then it was read the right way round. */
export function isTypedText(lines: readonly Line[], typedText: string | undefined): boolean {
  if (!typedText || lines.length === 0) return false
  const typed = folded(typedText)
  return lines.every(({ text }) => typed.includes(folded(text)))
}
