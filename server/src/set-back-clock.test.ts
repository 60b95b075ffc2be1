import { dayMs, hourMs, minuteMs } from '@exempta/contract/durations'
import { shareLimits } from '@exempta/contract/sharing/limits'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeKey } from '../test/api-keys.ts'
import type { TestApp } from '../test/app.ts'
import { awaitEmail, linkIn, readEmails, tokenIn } from '../test/mailbox.ts'
import { createPerson, signInAs } from '../test/people.ts'
import { sharingScene } from '../test/sharing.ts'
import { giveTemporaryPassword, prepareTemporaryPassword } from './features/accounts/index.ts'
import { sweepAccounts } from './features/accounts/jobs.ts'
import { limits as accountServerLimits } from './features/accounts/limits.ts'
import { limits as chatServerLimits } from './features/chat/limits.ts'
import { limits as documentServerLimits } from './features/documents/limits.ts'
import { systemCall } from './platform/call.ts'
import { observedClock } from './platform/clock.ts'
import { keepClockMark, readClockMark } from './platform/clock-mark/clock-mark.ts'
import { systemActor } from './platform/db/actor.ts'
import { limits as platformLimits } from './platform/limits.ts'

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

/** Shares the document by email and returns the link's token, its ID and the address. */
async function shareByEmail(expiresInDays = 30) {
  addresses += 1
  const email = `late-${addresses}@example.org`
  await share({ documentIds: [document], emails: [email], expiresInDays }, await signIn())
  const token = linkIn(await awaitEmail(test, email, 'mail-share')).split('/s/')[1] ?? ''
  const { id } = (await post('/api/shared/look', { token }, '')).json()
  return { token, email, id }
}
async function codeFor({ token, email }: { token: string; email: string }): Promise<string> {
  expect((await post('/api/shared/codes', { token }, '')).statusCode).toBe(202)
  const sent = (await readEmails(test, email)).filter(({ template }) => template === 'mail-share-code').at(-1)
  return /\b\d{6}\b/.exec(sent?.text ?? '')?.[0] ?? ''
}

/** `refused` is the answer once it has expired; 410 unless the row says otherwise. */
interface Expiring {
  make(): Promise<() => Promise<number>>
  lifeMs: number
  refused?: number
}
const views: Record<string, Expiring> = {
  'a session': {
    lifeMs: 30 * minuteMs,
    refused: 401,
    make: async () => {
      const cookie = await signInAs(test, await createPerson(test))
      return async () =>
        (await test.call({ method: 'GET', url: '/api/profile', headers: { cookie } })).statusCode
    },
  },
  'a temporary password': {
    lifeMs: accountServerLimits.temporaryPasswordMs,
    refused: 403,
    make: async () => {
      const { id: personId, email } = await createPerson(test)
      const prepared = await prepareTemporaryPassword('sesame street')
      await test.services.database.transact(systemActor, (tx) =>
        giveTemporaryPassword(test.services, tx, systemCall, { personId, ...prepared }),
      )
      const payload = { email, password: 'sesame street' }
      return async () => (await post('/api/session', payload, '')).statusCode
    },
  },
  'an API key': {
    lifeMs: dayMs,
    refused: 401,
    make: async () => {
      const cookie = await signInAs(test, scene.business.manager)
      const { key } = await makeKey(test, { ...scene.business, cookie }, { expiresInDays: 1 })
      const headers = { authorization: `Bearer ${key}` }
      return async () => (await test.call({ method: 'GET', url: '/api/v1/documents', headers })).statusCode
    },
  },
  'a guest’s chat': {
    lifeMs: chatServerLimits.chatGuestMs,
    refused: 404,
    make: async () => {
      addresses += 1
      const guest = { name: 'Rosa', email: `chat-${addresses}@example.org` }
      const [set] = (await post('/api/chat/guest', guest, '')).cookies
      const headers = { cookie: `${set?.name}=${set?.value}` }
      return async () => (await test.call({ method: 'GET', url: '/api/chat/messages', headers })).statusCode
    },
  },
  'a code for a shared document': {
    lifeMs: shareLimits.shareCodeMs,
    refused: 401,
    make: async () => {
      const link = await shareByEmail()
      const code = await codeFor(link)
      return async () => (await post('/api/shared/viewers', { token: link.token, code }, '')).statusCode
    },
  },
  'a recipient’s view of a shared document': {
    lifeMs: shareLimits.viewerSessionMs,
    refused: 401,
    make: async () => {
      const link = await shareByEmail()
      const opened = await post('/api/shared/viewers', { token: link.token, code: await codeFor(link) }, '')
      const headers = { cookie: `${opened.cookies[0]?.name}=${opened.cookies[0]?.value}` }
      return async () =>
        (await test.call({ method: 'GET', url: `/api/shared/${link.id}`, headers })).statusCode
    },
  },
  'a view link': {
    lifeMs: documentServerLimits.viewLinkMs,
    make: async () => {
      const { url } = (await post(`/api/documents/${document}/view-links`, {}, await signIn())).json()
      return async () => (await test.call({ method: 'GET', url })).statusCode
    },
  },
  'a link for a new password': {
    lifeMs: platformLimits.resetLinkMs,
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
      const { token } = await shareByEmail(1)
      return async () => (await post('/api/shared/look', { token }, '')).statusCode
    },
  },
}

// A larger step back is the correction of a wrong clock.
const stepMs = (lifeMs: number) => Math.min(lifeMs / 2, dayMs / 2)

describe.each(Object.entries(views))('%s', (name, { make, lifeMs, refused = 410 }) => {
  it('stays expired when the clock is set back, whether it was tried before or not', async () => {
    const [tried, untried] = [await make(), await make()]
    test.clock.advance(lifeMs)
    expect(await tried()).toBe(refused)
    test.clock.advance(-stepMs(lifeMs))
    expect([await tried(), await untried()]).toEqual([refused, refused])
    // One that is made meanwhile opens.
    expect(await (await make())()).toBeLessThan(300)
    test.clock.advance(stepMs(lifeMs))
  })

  it('stays expired in the next process', async () => {
    const open = await make()
    test.clock.advance(lifeMs + minuteMs)
    await keepClockMark(test.services)
    const after = test.clock.now()
    const restarted = observedClock(() => new Date(after.getTime() - 2 * minuteMs))
    await readClockMark({ ...test.services, clock: restarted })
    expect(restarted.latest()).toEqual(after)
    expect(await open()).toBe(refused)
  })

  if (['a session', 'a view link', 'a link for a new password'].includes(name)) {
    it('does not open before it was made', async () => {
      const open = await make()
      test.clock.advance(-3 * dayMs)
      expect(await open()).toBe(refused)
      test.clock.advance(3 * dayMs)
    })
  }
})

describe('the end of a session is written down', () => {
  const start = async () => {
    const person = await createPerson(test)
    const cookie = await signInAs(test, person)
    const { rows } = await test.database.executeAsOwner('select id from sessions where user_id = $1', [
      person.id,
    ])
    const { id } = rows[0] as { id: string }
    return {
      isStored: async () =>
        (await test.database.executeAsOwner('select from sessions where id = $1', [id])).rows.length > 0,
      status: async () =>
        (await test.call({ method: 'GET', url: '/api/profile', headers: { cookie } })).statusCode,
    }
  }

  it('when it is first seen, so that no clock brings it back', async () => {
    const session = await start()
    test.clock.advance(31 * minuteMs)
    expect([await session.status(), await session.isStored()]).toEqual([401, false])
    // Further back than a step that counts as a correction, and before the session began.
    for (const backMs of [20 * minuteMs, 30 * hourMs]) {
      test.clock.advance(-backMs)
      expect(await session.status(), `${backMs} ms`).toBe(401)
      test.clock.advance(backMs)
    }
  })

  it('by the hourly job, when nobody looks', async () => {
    const [ended, live] = [await start(), await start()]
    test.clock.advance(20 * minuteMs)
    const late = await start()
    test.clock.advance(11 * minuteMs)
    await sweepAccounts(test.services)
    expect([await ended.isStored(), await live.isStored(), await late.isStored()]).toEqual([
      false,
      false,
      true,
    ])
  })
})
