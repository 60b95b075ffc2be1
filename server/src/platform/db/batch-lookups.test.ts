import { expect, test, vi } from 'vitest'
import { batchLookups } from './batch-lookups.ts'

/** Notes what is asked for and lets the test answer. */
function openQuestions() {
  const asked: { keys: number[]; reply: PromiseWithResolvers<(string | undefined)[]> }[] = []
  const ask = batchLookups(
    (keys: number[]) => {
      const reply = Promise.withResolvers<(string | undefined)[]>()
      asked.push({ keys, reply })
      return reply.promise
    },
    { maxBatchSize: 3 },
  )
  const hasAsked = (keys: number[][]) =>
    vi.waitFor(() => expect(asked.map((question) => question.keys)).toEqual(keys))
  return { asked, ask, hasAsked }
}

test('one key is asked for at once; those that come meanwhile go together, also when one is asked for again', async () => {
  const { asked, ask, hasAsked } = openQuestions()
  const answers = [1, 1, 2, 3, 4].map((key) => ask(key))
  await hasAsked([[1]])
  asked[0]?.reply.resolve(['one'])
  expect(await answers[0]).toBe('one')
  await hasAsked([[1], [1, 2, 3]])
  asked[1]?.reply.resolve([undefined, 'two', 'three'])
  expect(await Promise.all(answers.slice(1, 4))).toEqual([undefined, 'two', 'three'])
  await hasAsked([[1], [1, 2, 3], [4]])
  asked[2]?.reply.resolve([])
  expect(await answers[4]).toBeUndefined()
})

test('a failure rejects only the lookups of its batch, and later ones run again', async () => {
  const { asked, ask, hasAsked } = openQuestions()
  const failing = ask(1)
  const waiting = ask(2)
  asked[0]?.reply.reject(new Error('The database is away.'))
  await expect(failing).rejects.toThrow('The database is away.')
  await hasAsked([[1], [2]])
  asked[1]?.reply.resolve(['two'])
  expect(await waiting).toBe('two')
  const later = ask(3)
  await hasAsked([[1], [2], [3]])
  asked[2]?.reply.resolve(['three'])
  expect(await later).toBe('three')
})
