import { expect, test } from 'vitest'
import { stopAll } from './shutdown.ts'

test('stops everything in reverse order, even if one of them fails', async () => {
  const ended: string[] = []
  const part = (name: string, error?: Error) => async () => {
    ended.push(name)
    if (error) throw error
  }
  const stops = [
    part('database'),
    part('settings', new Error('second')),
    part('jobs', new Error('first')),
    part('web'),
  ]
  await expect(stopAll(stops)).rejects.toThrow('first')
  expect(ended).toEqual(['web', 'jobs', 'settings', 'database'])
  await expect(stopAll([part('web')])).resolves.toBeUndefined()
})
