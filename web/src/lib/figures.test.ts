import { hourMs } from '@exempta/contract/durations'
import { expect, it } from 'vitest'
import { bytesInWords, timeInWords } from './figures.ts'

it.each([
  [0, '0 bytes'],
  [1023, '1,023 bytes'],
  [1024, '1 KB'],
  [1.5 * 1024 ** 3, '1.5 GB'],
  [5000 * 1024 ** 4, '5,000 TB'],
])('%d bytes are %s', (bytes, words) => expect(bytesInWords(bytes)).toBe(words))

it.each([
  [999, 'less than a second'],
  [1000, '1 second'],
  [119_999, '1 minute'],
  [3 * hourMs, '3 hours'],
  [49 * hourMs, '2 days'],
])('%d ms are %s', (ms, words) => expect(timeInWords(ms)).toBe(words))
