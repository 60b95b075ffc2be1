import type { ByteRange } from '../crypto/open-stream.ts'

/**
 * What a Range header asks for. Several ranges at once, other units and forms that are not understood are
 * answered with the whole file, as RFC 9110 allows; `none` is a range that the file does not have.
 */
export function readRange(
  untrustedHeader: string | undefined,
  sizeBytes: number,
): ByteRange | 'all' | 'none' {
  const found = untrustedHeader?.match(/^bytes=(\d{0,15})-(\d{0,15})$/)
  const [, first = '', last = ''] = found ?? []
  if (!found || (first === '' && last === '')) return 'all'
  if (first === '') {
    const start = Math.max(0, sizeBytes - Number(last))
    return start < sizeBytes ? { start, end: sizeBytes } : 'none'
  }
  const start = Number(first)
  const end = last === '' ? sizeBytes : Math.min(Number(last) + 1, sizeBytes)
  if (last !== '' && Number(last) < start) return 'all'
  return start < sizeBytes ? { start, end } : 'none'
}
