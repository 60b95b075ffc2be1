import { dayMs, hourMs } from '@exempta/contract/durations'

const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const
const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })

/** `1.5 GB`: in the largest unit of which there is at least one. */
export function bytesInWords(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  return `${number.format(bytes / 1024 ** step)} ${units[step]}`
}

const spans = [
  ['day', dayMs],
  ['hour', hourMs],
  ['minute', 60_000],
  ['second', 1000],
] as const

/** `3 hours`: in the largest unit of which there is at least one. */
export function timeInWords(ms: number): string {
  for (const [name, spanMs] of spans) {
    const count = Math.floor(ms / spanMs)
    if (count > 0) return `${number.format(count)} ${name}${count === 1 ? '' : 's'}`
  }
  return 'less than a second'
}
