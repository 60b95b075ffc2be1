import type { ShareEvent } from '@exempta/contract/sharing'
import { expect, it } from 'vitest'
import { shareHistoryWords } from './share-history.tsx'

const event = (part: Partial<ShareEvent>): ShareEvent => ({
  id: '0197a1b2-4c5d-7000-8000-000000000001',
  act: 'shared',
  at: '2026-01-01T00:00:00.000Z',
  by: 'owner',
  person: null,
  reason: null,
  document: null,
  ...part,
})

it.each([
  [event({}), 'You shared it'],
  [event({ by: 'receiver', act: 'verified', person: 'Jo Lee' }), 'Jo Lee verified it'],
  [event({ by: 'receiver', act: 'viewed' }), 'Lakeside Supply viewed it'],
  [event({ by: 'exempta', act: 'returned' }), 'Exempta returned it for review because it changed'],
  [event({ act: 'corrected', document: 'ST-120.pdf' }), 'You replaced ST-120.pdf with a corrected version'],
])('%o reads %j', (one, text) => {
  expect(shareHistoryWords(one, { owner: 'You', recipient: 'Lakeside Supply' })).toBe(text)
})
