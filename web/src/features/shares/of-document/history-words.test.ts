import type { ShareEvent } from '@exempta/contract/shares'
import { expect, it } from 'vitest'
import { historyWords } from './history-words.ts'

const event = (part: Partial<ShareEvent>): ShareEvent => ({
  id: '0197a1b2-4c5d-7000-8000-000000000001',
  act: 'shared',
  at: '2026-01-01T00:00:00.000Z',
  by: 'owner',
  person: null,
  reason: null,
  ...part,
})

it.each([
  [event({}), 'You shared it'],
  [event({ by: 'receiver', act: 'viewed', person: 'Jo Lee' }), 'Jo Lee viewed it'],
  [event({ by: 'receiver', act: 'viewed' }), 'Lakeside Supply viewed it'],
  [event({ by: 'exempta', act: 'expired' }), 'Exempta ended it: its time was over'],
])('%o reads %j', (one, text) => {
  expect(historyWords(one, 'Lakeside Supply')).toBe(text)
})
