import { expect, test } from 'vitest'
import type { Statement } from './statement-batch.ts'
import { StatementQueue } from './statement-queue.ts'

const aRoundTrip = () => new Promise((resolve) => setTimeout(resolve, 20))
const aMoment = () => new Promise((resolve) => setImmediate(resolve))
const statement = (text: string): Statement => ({ text, values: [] })

/** A queue whose writes are kept here, each answered with the texts of its statements. */
function recordedQueue() {
  const writes: string[][] = []
  const queue = new StatementQueue(async (statements) => {
    const texts = statements.map(({ text }) => text)
    writes.push(texts)
    await aRoundTrip()
    if (texts.includes('fails')) throw new Error('refused')
    return texts.map((text) => ({ command: 'SELECT', rowCount: 1, rows: [{ text }] }))
  })
  const ask = async (...texts: string[]) => {
    const results = await queue.run(texts.map(statement))
    return results.map(({ rows }) => rows[0]?.text)
  }
  return { queue, writes, ask }
}

test('what is started at the same moment travels together, and what follows travels next', async () => {
  const { ask, writes } = recordedQueue()
  const afterAWhile = async (text: string) => {
    for (let step = 0; step < 5; step++) await Promise.resolve()
    return ask(text)
  }
  expect(await Promise.all([ask('a'), afterAWhile('b'), ask('c', 'd')])).toEqual([['a'], ['b'], ['c', 'd']])
  expect(await ask('e')).toEqual(['e'])
  expect(writes).toEqual([['a', 'c', 'd', 'b'], ['e']])
})

test('what starts while a write is under way waits for its answer', async () => {
  const { ask, writes } = recordedQueue()
  const first = ask('a')
  await aMoment()
  expect(writes).toEqual([['a']])
  const second = ask('b')
  const third = ask('c')
  expect(await Promise.all([first, second, third])).toEqual([['a'], ['b'], ['c']])
  expect(writes).toEqual([['a'], ['b', 'c']])
})

test('a statement for later goes with the next one, and is handed out when none comes', async () => {
  const { queue, ask, writes } = recordedQueue()
  queue.runLater(statement('later'))
  await queue.settle()
  expect(writes).toEqual([])
  expect(await ask('a')).toEqual(['a'])
  expect(writes).toEqual([['later', 'a']])
  queue.runLater(statement('last'))
  expect(queue.takeLater()).toEqual([statement('last')])
})

test('one failure fails the whole write and nothing after it', async () => {
  const { ask, writes } = recordedQueue()
  const together = await Promise.allSettled([ask('a'), ask('fails')])
  expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await ask('b')).toEqual(['b'])
  expect(writes).toEqual([['a', 'fails'], ['b']])
})
