import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { createPerson, signInAs, type TestPerson } from '../../../test/people.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { JobContext } from '../../platform/jobs/handle.ts'
import { type Audience, notify } from './index.ts'
import { emailNotification } from './jobs.ts'
import { lowestId } from './notify.ts'
import { listEmailRecipients } from './queries.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

async function personWithEmail(role: 'user' | 'admin' = 'user'): Promise<TestPerson> {
  const person = await createPerson(test, role)
  const response = await test.call({
    method: 'PUT',
    url: '/api/notifications/preferences',
    headers: { cookie: await signInAs(test, person) },
    payload: {
      byMail: { users: true, businesses: false, other: false },
      outcomes: { verified: false, rejected: false, firstView: false },
    },
  })
  expect(response.statusCode, person.email).toBe(200)
  return person
}

const send = (audience: Audience, type: 'users' | 'other' = 'users') =>
  test.services.database.transact(systemActor, (tx) =>
    notify(test.services, tx, { audience, type, title: 'News', message: 'Text', alsoByEmail: true }),
  )

/** Runs the job as a worker would, and returns the emails in the outbox. */
async function emailsOf(notificationId: string, afterPersonId = lowestId): Promise<string[]> {
  const context: JobContext = {
    id: notificationId,
    attempt: 1,
    isLastAttempt: false,
    signal: new AbortController().signal,
    report() {},
    async completeWithin() {},
    othersWait: async () => false,
    async goOnLaterWithin() {},
  }
  await test.services.database.executeAsOwner('delete from mails')
  await emailNotification(test.services).run({ notificationId, afterPersonId }, context)
  const { rows } = await test.services.database.executeAsOwner('select recipient, subject from mails')
  return (rows as { recipient: string; subject: string }[]).map((row) => `${row.recipient} ${row.subject}`)
}

describe('a notification by email', () => {
  it('is sent to a person who chose its type, and for no other type', async () => {
    const [wants, wantsNot] = [await personWithEmail(), await createPerson(test)]
    expect(await emailsOf(await send({ kind: 'person', id: wants.id }))).toEqual([`${wants.email} News`])
    expect(await emailsOf(await send({ kind: 'person', id: wants.id }, 'other'))).toEqual([])
    expect(await emailsOf(await send({ kind: 'person', id: wantsNot.id }))).toEqual([])
  })

  it('is sent to a role or to everyone, except accounts created later or inactive', async () => {
    const [admin, suspended] = [await personWithEmail('admin'), await personWithEmail('admin')]
    await test.services.database.transact(systemActor, (tx) =>
      tx.updateTable('users').set({ status: 'suspended' }).where('id', '=', suspended.id).execute(),
    )
    const [toAdmins, toAll] = [await send({ kind: 'role', role: 'admin' }), await send({ kind: 'everybody' })]
    test.clock.advance(1)
    const late = await personWithEmail('admin')
    expect(await emailsOf(toAdmins)).toEqual([`${admin.email} News`])
    const all = await emailsOf(toAll)
    expect(all).toContain(`${admin.email} News`)
    expect(all).not.toContain(`${late.email} News`)
  })

  it('enqueues a job only when email was requested', async () => {
    const person = await personWithEmail()
    const audience = { kind: 'person', id: person.id } as const
    const waiting = async () => {
      const depths = await test.services.jobs.depths()
      return depths.find((depth) => depth.job === 'mail-notification')?.waiting
    }
    const before = await waiting()
    await test.services.database.transact(systemActor, (tx) =>
      notify(test.services, tx, { audience, type: 'users', title: 'News', message: 'Text' }),
    )
    expect(await waiting()).toBe(before)
    await send(audience)
    expect(await waiting()).toBe((before ?? 0) + 1)
  })

  it('handles the audience in batches, each after the last one', async () => {
    await Promise.all(Array.from({ length: 3 }, () => personWithEmail()))
    const id = await send({ kind: 'everybody' })
    const seen = await test.services.database.transact(systemActor, async (tx) => {
      const notification = await tx
        .selectFrom('notifications')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const all = await listEmailRecipients(tx, notification, lowestId, 100)
      const batches: string[] = []
      for (let last = lowestId; ; ) {
        const batch = await listEmailRecipients(tx, notification, last, 2)
        batches.push(...batch.map((person) => person.id))
        last = batch.at(-1)?.id ?? last
        if (batch.length < 2) return { all: all.map((person) => person.id), batches }
      }
    })
    expect(seen.all.length).toBeGreaterThanOrEqual(3)
    expect(seen.batches).toEqual(seen.all)
  })

  it('enqueues the next batch if there may be one', async () => {
    await test.services.database.executeAsOwner(
      `with made as (
        insert into users (name, email, role, created_at, updated_at)
          select 'Many', 'many-' || n || '@example.org', 'business', $1, $1 from generate_series(1, 101) n
          returning id)
      insert into notification_preferences select id, '{users}', $1 from made`,
      [test.clock.now()],
    )
    const id = await send({ kind: 'role', role: 'business' })
    await test.services.database.executeAsOwner("delete from pgboss.job where name = 'mail-notification'")
    expect(await emailsOf(id)).toHaveLength(100)
    const { rows } = await test.services.database.executeAsOwner(
      "select data -> 'payload' as payload from pgboss.job where name = 'mail-notification'",
    )
    expect(rows).toEqual([{ payload: { notificationId: id, afterPersonId: expect.any(String) } }])
    const [{ payload }] = rows as [{ payload: { afterPersonId: string } }]
    expect(await emailsOf(id, payload.afterPersonId)).toHaveLength(1)
  })

  it('does nothing once the notification is deleted', async () => {
    expect(await emailsOf(crypto.randomUUID())).toEqual([])
  })
})
