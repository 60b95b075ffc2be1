import { expect, test } from 'vitest'
import { webVtt } from './recorder.ts'

test('captions have times with hours, minutes, seconds and thousandths', () => {
  const cues = [
    { text: 'First', startMs: 0, endMs: 1500 },
    { text: 'Last', startMs: 61_005, endMs: 3_600_000 },
  ]
  expect(webVtt(cues)).toBe(
    'WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nFirst\n\n00:01:01.005 --> 01:00:00.000\nLast\n',
  )
})
