import type { DocumentActivity } from '@exempta/contract/documents/activity'
import { expect, it } from 'vitest'
import { activityWords } from './activity-list.tsx'

const act = (part: Partial<DocumentActivity>): DocumentActivity => ({
  id: '1',
  action: 'document.view',
  result: 'done',
  at: '2026-01-01T00:00:00.000Z',
  by: 'you',
  name: null,
  receiver: null,
  ...part,
})

it.each([
  [act({}), 'You viewed it'],
  [
    act({ by: 'someone', name: 'Lakeside Supply', action: 'document.download' }),
    'Lakeside Supply downloaded it',
  ],
  [act({ by: 'someone' }), 'Someone viewed it'],
  [act({ action: 'share.create', receiver: 'Lakeside Supply' }), 'You shared it with Lakeside Supply'],
  [act({ action: 'share.revoke' }), 'You stopped sharing it with someone'],
  [act({ action: 'exemption.confirm' }), 'You confirmed what it says'],
  [act({ by: 'exempta', action: 'document.process' }), 'Exempta checked it for private details'],
  [act({ by: 'exempta', action: 'document.process', result: 'failed' }), 'Exempta couldn’t process it'],
  [act({ action: 'document.download', result: 'refused' }), 'You downloaded it (refused)'],
  [act({ action: 'session.sign-in' }), 'You: session sign in'],
])('%o reads %j', (activity, text) => {
  expect(activityWords(activity)).toBe(text)
})
