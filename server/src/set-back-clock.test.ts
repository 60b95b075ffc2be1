import { dayMs, minuteMs } from '@exempta/contract/durations'
import { limits } from '@exempta/contract/limits'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestApp } from '../test/app.ts'
import { awaitEmail, linkIn, tokenIn } from '../test/mailbox.ts'
import { createPerson, signInAs } from '../test/people.ts'
import { sharingScene } from '../test/sharing.ts'
import { observedClock } from './platform/clock.ts'
import { keepClockMark, readClockMark } from './platform/clock-mark/clock-mark.ts'

describe('the latest time', () => {
  let current: number
  const clockAt = (time: number) => {
    current = time
    return observedClock(() => new Date(current))
  }

  it('follows the clock, does not go back with it, and goes on when it is reached again', () => {
    const clock = clockAt(1_000_000)
    expect(clock.latest().getTime()).toBe(1_000_000)
    current = 2_000_000
    clock.now()
    current = 1_500_000
    expect([clock.now().getTime(), clock.latest().getTime()]).toEqual([1_500_000, 2_000_000])
    current = 2_000_001
    expect(clock.latest().getTime()).toBe(2_000_001)
  })

  it('is that of an earlier process, unless its clock was wrong by more than a day', () => {
    const clock = clockAt(10 * dayMs)
    clock.hasSeen(new Date(10 * dayMs + 5))
    expect(clock.latest().getTime()).toBe(10 * dayMs + 5)
    clock.hasSeen(new Date(400 * dayMs))
    expect(clock.latest().getTime()).toBe(10 * dayMs)
  })
})

const { scene, post, share, newDocument } = sharingScene()
let test: TestApp
let document: string
let addresses = 0
beforeAll(async () => {
  ;({ test } = scene)
})
// The session of the test before has ended meanwhile.
const signIn = () => signInAs(test, scene.owner)
beforeEach(async () => {
  document = await newDocument(await signIn())
})

const views: Record<string, { make(): Promise<() => Promise<number>>; lifeMs: number }> = {
  'a view link': {
    lifeMs: limits.viewLinkMs,
    make: async () => {
      const { url } = (await post(`/api/documents/${document}/view-links`, {}, await signIn())).json()
      return async () => (await test.call({ method: 'GET', url })).statusCode
    },
  },
  'a link for a new password': {
    lifeMs: limits.resetLinkMs,
    make: async () => {
      const { email } = await createPerson(test)
      await post('/api/password-resets', { email }, '')
      const token = tokenIn(await awaitEmail(test, email, 'reset-password'))
      const payload = { token, password: 'plum harbor lamp' }
      return async () => (await post('/api/password-resets/complete', payload, '')).statusCode
    },
  },
  'a link to a shared document': {
    lifeMs: dayMs,
    make: async () => {
      addresses += 1
      const email = `late-${addresses}@example.org`
      await share({ documentIds: [document], emails: [email], expiresInDays: 1 }, await signIn())
      const token = linkIn(await awaitEmail(test, email, 'mail-share')).split('/s/')[1]
      return async () => (await post('/api/shared/look', { token }, '')).statusCode
    },
  },
}

describe.each(Object.entries(views))('%s', (name, { make, lifeMs }) => {
  it('stays expired when the clock is set back, whether it was tried before or not', async () => {
    const [tried, untried] = [await make(), await make()]
    test.clock.advance(lifeMs)
    expect(await tried()).toBe(410)
    test.clock.advance(-lifeMs / 2)
    expect([await tried(), await untried()]).toEqual([410, 410])
    // One that is made meanwhile opens.
    expect(await (await make())()).toBeLessThan(300)
    test.clock.advance(lifeMs / 2)
  })

  it('stays expired in the next process', async () => {
    const open = await make()
    test.clock.advance(lifeMs + minuteMs)
    await keepClockMark(test.services)
    const after = test.clock.now()
    const restarted = observedClock(() => new Date(after.getTime() - 2 * minuteMs))
    await readClockMark({ ...test.services, clock: restarted })
    expect(restarted.latest()).toEqual(after)
    expect(await open()).toBe(410)
  })

  if (name !== 'a link to a shared document') {
    it('does not open before it was made', async () => {
      const open = await make()
      test.clock.advance(-3 * dayMs)
      expect(await open()).toBe(410)
      test.clock.advance(3 * dayMs)
    })
  }
})
