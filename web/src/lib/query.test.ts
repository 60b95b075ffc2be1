import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { queryClient } from './query.ts'

afterEach(() => queryClient.clear())

it('fetches once more when something changed while the first answer was under way', async () => {
  const answers: ((value: string) => void)[] = []
  const observer = new QueryObserver(queryClient, {
    queryKey: ['documents', 'one'],
    queryFn: () => new Promise<string>((answer) => answers.push(answer)),
  })
  const stop = observer.subscribe(() => {})
  const settled = queryClient.invalidateQueries({ queryKey: ['documents'] })
  answers[0]?.('before the change')
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.('after the change')
  await settled
  expect(observer.getCurrentResult().data).toBe('after the change')
  expect(answers).toHaveLength(2)
  stop()
})

it('leaves queries of other topics alone', async () => {
  let calls = 0
  const observer = new QueryObserver(queryClient, {
    queryKey: ['shares'],
    queryFn: async () => ++calls,
  })
  const stop = observer.subscribe(() => {})
  await queryClient.invalidateQueries({ queryKey: ['documents'] })
  await expect.poll(() => observer.getCurrentResult().data).toBe(1)
  stop()
})
