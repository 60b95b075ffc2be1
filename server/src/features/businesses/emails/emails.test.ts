import { dayMs } from '@exempta/contract/durations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, testOrigin } from '../../../../test/app.ts'
import { awaitEmail, linkIn, readEmails } from '../../../../test/mailbox.ts'
import { addMember, createPerson, signInAs, type TestPerson } from '../../../../test/people.ts'
import { receive } from '../../../../test/received.ts'
import { createTestBusiness, type TestBusiness } from '../../../../test/sharing.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import { notify } from '../../notifications/index.ts'
import { limits } from '../limits.ts'
import { announceReceived, emailNewDocuments, emailWeeklySummaries } from './received-emails.ts'

let test: TestApp
let owner: TestPerson
beforeAll(async () => {
  test = await startTestApp({ runJobs: true })
  owner = await createPerson(test)
})
afterAll(() => test.close())

interface Team extends TestBusiness {
  quiet: TestPerson
  outside: Record<'suspended' | 'pending', TestPerson>
}

/** A manager who gets every email, a viewer who turned them all off, and two inactive members. */
async function newTeam(): Promise<Team> {
  const business = await createTestBusiness(test)
  const quiet = await addMember(test, business.manager, 'viewer')
  const chosen = await test.call({
    method: 'PUT',
    url: '/api/business/preferences',
    payload: { newDocuments: false, documentUpdates: false, weeklySummary: false },
    headers: { cookie: await signInAs(test, quiet) },
  })
  expect(chosen.statusCode).toBe(200)
  const suspended = await addMember(test, business.manager, 'manager')
  await test.database.executeAsOwner(`update users set status = 'suspended' where id = $1`, [suspended.id])
  const pending = await addMember(test, business.manager, 'viewer', 'pending')
  return { ...business, quiet, outside: { suspended, pending } }
}

const from = ({ id }: Team) => ({ ownerId: owner.id, businessId: id })
const emailsTo = async ({ email }: TestPerson, template: string) =>
  (await readEmails(test, email)).filter((message) => message.template === template)
const expectNoOtherEmails = async ({ quiet, outside }: Team) => {
  for (const [who, person] of Object.entries({ quiet, ...outside })) {
    expect(await readEmails(test, person.email), who).toEqual([])
  }
}

describe('the weekly summary', () => {
  it('is sent once a week to members who want it, with the numbers of the week before', async () => {
    const team = await newTeam()
    const empty = await createTestBusiness(test)
    const { manager } = team
    // The clock is at Monday, March 2, 15:00; the week before starts on February 23.
    const day = (text: string) => new Date(`2026-${text}T12:00:00Z`)
    await receive(test, from(team), [
      { sharedAt: day('02-22') },
      { sharedAt: new Date('2026-02-23T00:00:00Z') },
      { status: 'verified', sharedAt: day('02-10'), reviewedAt: day('02-24') },
      { status: 'rejected', sharedAt: day('02-24'), reviewedAt: day('02-25') },
      { status: 'verified', sharedAt: day('02-25'), reviewedAt: new Date('2026-03-02T00:00:00Z') },
      { status: 'revoked', sharedAt: day('02-26') },
      { sharedAt: new Date('2026-03-02T00:00:00Z') },
    ])
    await Promise.all([emailWeeklySummaries(test.services), emailWeeklySummaries(test.services)])
    await emailWeeklySummaries(test.services)
    const [first, ...more] = await emailsTo(manager, 'weekly-summary')
    expect(more).toEqual([])
    expect(first?.subject).toBe(`${manager.name}: your week on Exempta`)
    expect(first?.text).toContain('February 23, 2026 to March 1, 2026')
    expect(first?.text).toContain('Received: 3\nVerified: 1\nRejected: 1\nWaiting for review: 3')
    expect(first && linkIn(first)).toBe(`${testOrigin}/business/reports`)
    await expectNoOtherEmails(team)
    expect(await readEmails(test, empty.manager.email)).toEqual([])

    test.clock.advance(6 * dayMs)
    await emailWeeklySummaries(test.services)
    expect(await emailsTo(manager, 'weekly-summary')).toHaveLength(1)
    test.clock.advance(dayMs)
    await emailWeeklySummaries(test.services)
    const second = (await emailsTo(manager, 'weekly-summary'))[1]
    expect(second?.text).toContain('March 2, 2026 to March 8, 2026')
    expect(second?.text).toContain('Received: 1\nVerified: 1\nRejected: 0\nWaiting for review: 3')
  })

  it('names the certificates that expire in the next 90 days, unless there is a later one', async () => {
    const team = await newTeam()
    const until = test.clock.now().getTime()
    for (const [name, days] of [
      ['Elm Electric', [80]],
      ['Fir Foods', [20]],
      ['Gum Grocers', [95]],
      ['Hazel Hotel', [30, 400]],
    ] as const) {
      const { rows } = await test.database.executeAsOwner(
        `insert into coverage_customers (id, business_id, owner_id, name, email)
         values (gen_random_uuid(), $1, $2, $3, $4) returning id`,
        [team.id, owner.id, name, owner.email],
      )
      for (const day of days) {
        await receive(test, from(team), [{ status: 'verified', name: `${name} ${day}` }])
        await test.database.executeAsOwner(
          `insert into coverage_index (share_id, state, business_id, owner_id, customer_id, customer_name, verdict,
             ends_on, judge_again_at, knowledge_version)
           select s.id, 'FL', $1, $2, $3, $4, 'covered', $5, 'infinity', ''
           from document_shares s join documents d on d.id = s.document_id where d.name = $6`,
          [
            team.id,
            owner.id,
            (rows[0] as { id: string }).id,
            name,
            new Date(until + day * dayMs).toISOString().slice(0, 10),
            `${name} ${day}`,
          ],
        )
      }
    }
    test.clock.advance(7 * dayMs)
    await emailWeeklySummaries(test.services)
    const [summary] = await emailsTo(team.manager, 'weekly-summary')
    const lines = summary?.text.split('\n') ?? []
    const first = lines.indexOf('3 certificates expire in the next 90 days. The first:')
    expect(lines.slice(first + 1, first + 4).map((line) => line.split(':')[0])).toEqual([
      'Fir Foods, Florida',
      'Elm Electric, Florida',
      'Gum Grocers, Florida',
    ])
  })

  it('is not sent to an inactive business', async () => {
    const team = await newTeam()
    await receive(test, from(team), [{}])
    await test.database.executeAsOwner(`update businesses set status = 'inactive' where id = $1`, [team.id])
    test.clock.advance(7 * dayMs)
    await emailWeeklySummaries(test.services)
    expect(await readEmails(test, team.manager.email)).toEqual([])
  })

  it('is a scheduled job', async () => {
    const { rows } = await test.database.executeAsOwner(
      `select cron, timezone from pgboss.schedule where name = 'mail-weekly-summaries'`,
    )
    expect(rows).toEqual([{ cron: '0 13 * * 1', timezone: 'UTC' }])
  })
})

describe('new documents', () => {
  it('are announced in one email for all of them, and never twice', async () => {
    const team = await newTeam()
    await receive(test, from(team), [{}, {}, { status: 'revoked' }])
    await emailNewDocuments(test.services, team.id)
    await emailNewDocuments(test.services, team.id)
    expect(await emailsTo(team.manager, 'new-documents')).toMatchObject([
      { subject: `${owner.name} shared form.pdf and form.pdf with ${team.manager.name}` },
    ])
    test.clock.advance(1000)
    await receive(test, from(team), [{}])
    await emailNewDocuments(test.services, team.id)
    const emails = await emailsTo(team.manager, 'new-documents')
    expect(emails.map(({ subject }) => subject)).toEqual([
      `${owner.name} shared form.pdf and form.pdf with ${team.manager.name}`,
      `${owner.name} shared form.pdf with ${team.manager.name}`,
    ])
    expect(emails[1] && linkIn(emails[1])).toBe(`${testOrigin}/business/documents`)
    await expectNoOtherEmails(team)
  })

  it('are there to review for managers, and to view for viewers', async () => {
    const team = await newTeam()
    const viewer = await addMember(test, team.manager, 'viewer')
    await receive(test, from(team), [{}])
    await emailNewDocuments(test.services, team.id)
    for (const [who, reader, words] of [
      ['a manager', team.manager, 'Review document'],
      ['a viewer', viewer, 'View document'],
    ] as const) {
      const [email] = await emailsTo(reader, 'new-documents')
      expect(email?.text, who).toContain(words)
    }
    const [toViewer] = await emailsTo(viewer, 'new-documents')
    expect(toViewer?.text).not.toMatch(/review/i)
  })

  it('wait together for one job per business', async () => {
    const [one, other] = [await newTeam(), await newTeam()]
    for (const ids of [[one.id, other.id], [one.id]]) {
      await test.database.transact(systemActor, (tx) => announceReceived(test.services, tx, ids))
    }
    const { rows } = await test.database.executeAsOwner(
      `select singleton_key, round(extract(epoch from start_after - created_on)) as wait
       from pgboss.job where name = 'mail-new-documents' and singleton_key = any($1)`,
      [[one.id, other.id]],
    )
    const wait = limits.newDocumentsEmailMs / 1000
    expect(rows).toHaveLength(2)
    const waits = (rows as { singleton_key: string; wait: number }[]).map((row) => [
      row.singleton_key,
      Number(row.wait),
    ])
    expect(Object.fromEntries(waits)).toEqual({ [one.id]: wait, [other.id]: wait })
  })
})

describe('updates', () => {
  it('are emailed with the notification to members who want them', async () => {
    const team = await newTeam()
    await test.database.transact(systemActor, (tx) =>
      notify(test.services, tx, {
        audience: { kind: 'business', id: team.id },
        type: 'users',
        title: 'Ada stopped sharing form.pdf',
        message: 'You can no longer open this document.',
        link: '/business/documents',
        alsoByEmail: true,
      }),
    )
    const message = await awaitEmail(test, team.manager.email, 'notification')
    expect(message).toMatchObject({ subject: 'Ada stopped sharing form.pdf' })
    expect(linkIn(message)).toBe(`${testOrigin}/business/documents`)
    await expectNoOtherEmails(team)
  })
})
