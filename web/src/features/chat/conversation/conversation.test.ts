import type { ChatMessage } from '@exempta/contract/chat-message'
import { expect, it, vi } from 'vitest'
import { Conversation, type Outgoing, type Window } from './conversation.ts'

const message = (seq: number, text: string, clientId: string = crypto.randomUUID()): ChatMessage => ({
  id: crypto.randomUUID(),
  seq,
  clientId,
  sender: 'user',
  kind: 'message',
  text,
  isMasked: false,
  author: null,
  createdAt: '2026-03-02T15:00:00.000Z',
})

const empty: Window = { items: [], hasOlder: false, personReadSeq: 0, agentReadSeq: 0 }

/** A server that stores what it is sent once, and answers by a list of outcomes. */
function start(outcomes: ('ok' | 'lost' | 'refused')[], unsent: Outgoing[] = []) {
  const stored: ChatMessage[] = []
  const kept: string[][] = []
  const conversation = new Conversation({
    first: { ...empty, items: [message(1, 'welcome')], hasOlder: true },
    unsent,
    retryMs: [1],
    calls: {
      async send({ clientId, text }) {
        const outcome = outcomes.shift() ?? 'ok'
        if (outcome === 'refused') throw new Error('too long')
        const known = stored.find((one) => one.clientId === clientId)
        const sent = known ?? message(stored.length + 2, text, clientId)
        if (!known) stored.push(sent)
        if (outcome === 'lost') throw new TypeError('lost')
        return sent
      },
      loadOlder: async () => ({ items: [message(0, 'older')], hasOlder: false }),
      finalFailure: (error) => (error instanceof TypeError ? undefined : (error as Error).message),
      keep: (outgoing) => kept.push(outgoing.map(({ text }) => text)),
    },
  })
  const shown = () => conversation.state.items.map(({ text }) => text)
  const sent = () => vi.waitFor(() => expect(conversation.state.outgoing).toEqual([]))
  return { conversation, stored, kept, shown, sent }
}

it('sends in order, again after a lost answer, and what was left from before a reload', async () => {
  const { conversation, stored, kept, shown, sent } = start(
    ['lost', 'lost', 'ok', 'lost'],
    [{ clientId: crypto.randomUUID(), text: 'from before', kind: 'message' }],
  )
  conversation.send('one')
  conversation.send('two')
  expect(kept.at(-1)).toEqual(['from before', 'one', 'two'])
  await sent()
  expect(stored.map(({ text }) => text)).toEqual(['from before', 'one', 'two'])
  expect(shown()).toEqual(['welcome', 'from before', 'one', 'two'])
  expect(kept.at(-1)).toEqual([])
})

it('shows what arrives once and in its place, whichever way it comes first', async () => {
  const { conversation, stored, shown, sent } = start([])
  conversation.send('mine')
  await sent()
  const [mine] = stored
  if (mine) conversation.receive(mine)
  conversation.receive(message(4, 'fourth'))
  conversation.refresh({ ...empty, items: [message(3, 'third')], personReadSeq: 3, agentReadSeq: 2 })
  await conversation.loadOlder()
  expect(shown()).toEqual(['older', 'welcome', 'mine', 'third', 'fourth'])
  expect(conversation.state).toMatchObject({ hasOlder: false, personReadSeq: 3, agentReadSeq: 2 })
  conversation.noteRead('person', 1)
  expect(conversation.state.personReadSeq).toBe(3)
})

it('leaves what is refused to the person, and goes on with the rest', async () => {
  const { conversation, shown, sent } = start(['refused'])
  conversation.send('too long')
  conversation.send('next')
  await vi.waitFor(() => expect(shown()).toContain('next'))
  const [failed] = conversation.state.outgoing
  expect(failed).toMatchObject({ text: 'too long', failure: 'too long' })
  conversation.retry(failed?.clientId ?? '')
  await sent()
  expect(shown()).toEqual(['welcome', 'next', 'too long'])
})
