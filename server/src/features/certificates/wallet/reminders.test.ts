import { dayMs } from '@exempta/contract/durations'
import { dayIn } from '@exempta/knowledge/dates'
import { states } from '@exempta/knowledge/states'
import { describe, expect, it } from 'vitest'
import { linkIn, readEmails } from '../../../../test/mailbox.ts'
import { createPerson, signInAs, type TestPerson } from '../../../../test/people.ts'
import {
  createDocument,
  createTestBusiness,
  sharingScene,
  type TestBusiness,
} from '../../../../test/sharing.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import { certificatesData } from '../feature.ts'
import { limits } from './queries/reminders.ts'
import { reminderTime, sendReminders, startsAfterMs } from './reminders.ts'

const { scene, get, share } = sharingScene()

const certificate = {
  form: null,
  purchaser: 'Prairie Wind Foods Co',
  seller: null,
  reason: 'resale',
  isBlanket: true,
  hasSignature: true,
  signedOn: '2026-01-05',
  expiresOn: null as string | null,
  states: [{ state: 'FL', number: '12-3456789012-3' }],
}

interface Owner extends TestPerson {
  cookie: string
}

async function newOwner(): Promise<Owner> {
  const person = await createPerson(scene.test)
  return { ...person, cookie: await signInAs(scene.test, person) }
}

const call = (method: 'PUT' | 'POST' | 'DELETE', url: string, cookie: string, payload?: object) =>
  scene.test.call({ method, url, headers: { cookie }, ...(payload && { payload }) })

/** A certificate that expires so many days from today. */
async function certificateOf(owner: Owner, daysLeft: number, change: object = {}) {
  const id = await createDocument(scene.test, owner.cookie)
  const today = reminderTime(scene.test.clock.now()).day
  const expiresOn = new Date(Date.parse(today) + daysLeft * dayMs).toISOString().slice(0, 10)
  await confirm(owner, id, { expiresOn, ...change })
  return { id, expiresOn }
}

async function confirm({ cookie }: Owner, id: string, change: object) {
  const { confirmed, version } = (await get(`/api/documents/${id}/reading`, cookie)).json()
  const body = { ...certificate, pages: [1], version, shown: confirmed?.confirmedAt ?? null, ...change }
  const answer = await call('PUT', `/api/documents/${id}/exemption`, cookie, body)
  expect(answer.statusCode, answer.body).toBe(200)
}

const run = () => sendReminders(scene.test.services)
/** Sessions end with the days that pass, so what is needed of them is asked before. */
const pass = (days: number) => scene.test.clock.advance(days * dayMs)
const remindersTo = async ({ email }: TestPerson, template = 'certificate-expires') =>
  (await readEmails(scene.test, email)).filter((one) => one.template === template)
const subjectsTo = async (person: TestPerson, template?: string) =>
  (await remindersTo(person, template)).map(({ subject }) => subject)
const notificationsOf = async (audience: string) => {
  const rows = await scene.test.services.database.transact(systemActor, (tx) =>
    tx
      .selectFrom('notifications')
      .select(['title', 'message', 'link'])
      .where('audience', '=', audience as `person:${string}`)
      .orderBy('created_at')
      .execute(),
  )
  return rows.filter(({ title }) => /expire/.test(title))
}

async function shareWith(owner: Owner, documentId: string, businesses: readonly TestBusiness[]) {
  const shared = await share(
    { documentIds: [documentId], businessIds: businesses.map(({ id }) => id), emails: [], message: '' },
    owner.cookie,
  )
  expect(shared.statusCode, shared.body).toBe(200)
}

describe('the day of reminders', () => {
  it('is the calendar day of every state when reminders are due', () => {
    // In winter and in summer.
    for (const day of ['2026-01-15', '2026-07-15', '2026-03-08', '2026-11-01']) {
      const due = new Date(Date.parse(day) + startsAfterMs)
      for (const { code, timeZone } of states.values()) {
        if (timeZone) expect(dayIn(timeZone, due), `${code} on ${day}`).toBe(day)
      }
      expect(reminderTime(due).day, day).toBe(day)
      expect(reminderTime(new Date(due.getTime() - 1)).day, `before ${day}`).not.toBe(day)
    }
  })
})

describe('an owner', () => {
  it('is reminded 90, 60, 30 and 10 days before a certificate expires and on its last day, once each', async () => {
    const owner = await newOwner()
    const { id, expiresOn } = await certificateOf(owner, 100)
    for (let day = 0; day <= 140; day++) {
      await run()
      await run()
      pass(1)
    }
    expect(await subjectsTo(owner)).toEqual([
      'Your Florida certificate expires in 90 days',
      'Your Florida certificate expires in 60 days',
      'Your Florida certificate expires in 30 days',
      'Your Florida certificate expires in 10 days',
      'Your Florida certificate expires today',
    ])
    const [first] = await remindersTo(owner)
    expect(first?.text).toContain('Renew')
    expect(first && linkIn(first)).toMatch(new RegExp(`/user/wallet/${id}/renew$`))
    expect(await notificationsOf(`person:${owner.id}`)).toMatchObject(
      limits.reminderDays.map(() => ({ link: `/user/wallet/${id}/renew` })),
    )
    expect(expiresOn).toMatch(/^2026-/)
  })

  it('gets only the latest of the steps that were missed', async () => {
    const owner = await newOwner()
    await certificateOf(owner, 100)
    pass(75)
    await run()
    expect(await subjectsTo(owner)).toEqual(['Your Florida certificate expires in 25 days'])
    pass(28)
    await run()
    const { 1: last } = await subjectsTo(owner)
    expect(last).toMatch(/^Your Florida certificate expired on /)
    pass(1)
    await run()
    expect(await subjectsTo(owner)).toHaveLength(2)
  })

  it('isn’t reminded of a step that was reached when they confirmed the certificate, or long after it expired', async () => {
    const owner = await newOwner()
    await certificateOf(owner, 45)
    const late = await newOwner()
    await certificateOf(late, -40)
    await run()
    pass(1)
    await run()
    expect(await subjectsTo(owner)).toEqual([])
    expect(await subjectsTo(late)).toEqual([])
    pass(14)
    await run()
    expect(await subjectsTo(owner)).toEqual(['Your Florida certificate expires in 30 days'])
  })

  it('gets one reminder for all states that expire on the same day', async () => {
    const owner = await newOwner()
    await certificateOf(owner, 31, { states: ['FL', 'GA', 'AL'].map((state) => ({ state, number: null })) })
    const two = await newOwner()
    await certificateOf(two, 31, { states: ['FL', 'GA'].map((state) => ({ state, number: null })) })
    pass(1)
    await run()
    expect(await subjectsTo(owner)).toEqual(['Your certificate for 3 states expires in 30 days'])
    expect(await subjectsTo(two)).toEqual(['Your certificate for Florida and Georgia expires in 30 days'])
  })

  it('is reminded by the end that the state’s rules give it, if none is printed', async () => {
    const owner = await newOwner()
    const id = await createDocument(scene.test, owner.cookie)
    // Florida's annual resale certificate ends with the year it is for.
    await confirm(owner, id, { form: 'fl-dr-13', signedOn: null, expiresOn: '2026-12-31' })
    const [row] = await scene.test.services.database.transact(systemActor, (tx) =>
      tx.selectFrom('exemption_states').selectAll().where('document_id', '=', id).execute(),
    )
    expect(row).toMatchObject({ ends_on: '2026-12-31', owner_id: owner.id })
  })

  it('is reminded once, even if they confirm it again', async () => {
    const owner = await newOwner()
    const { id, expiresOn } = await certificateOf(owner, 31)
    pass(1)
    await run()
    const cookie = await signInAs(scene.test, owner)
    await confirm({ ...owner, cookie }, id, { expiresOn, purchaser: 'Prairie Wind Foods' })
    await run()
    expect(await subjectsTo(owner)).toHaveLength(1)
  })

  it('who turned the emails off still finds them in the panel', async () => {
    const owner = await newOwner()
    const chosen = await call('PUT', '/api/notifications/preferences', owner.cookie, {
      byMail: { users: false, businesses: false, other: false },
      outcomes: { verified: true, rejected: true, firstView: true, expiring: false },
    })
    expect(chosen.json().outcomes).toMatchObject({ expiring: false })
    await certificateOf(owner, 31)
    pass(1)
    await run()
    expect(await subjectsTo(owner)).toEqual([])
    expect(await notificationsOf(`person:${owner.id}`)).toHaveLength(1)
  })

  it('whose account is suspended gets none', async () => {
    const owner = await newOwner()
    await certificateOf(owner, 31)
    await scene.test.database.executeAsOwner(`update users set status = 'suspended' where id = $1`, [
      owner.id,
    ])
    pass(1)
    await run()
    expect(await subjectsTo(owner)).toEqual([])
  })

  it('gets each step once from several workers', async () => {
    const owners = await Promise.all(Array.from({ length: 5 }, newOwner))
    for (const owner of owners) await certificateOf(owner, 31)
    pass(1)
    await Promise.all([run(), run(), run()])
    for (const owner of owners) {
      expect(await subjectsTo(owner), owner.email).toEqual(['Your Florida certificate expires in 30 days'])
    }
  })
})

describe('a business', () => {
  it('is reminded 10 days before and on the last day, in one email for all its customers', async () => {
    const business = await createTestBusiness(scene.test)
    const [one, two] = [await newOwner(), await newOwner()]
    for (const [owner, purchaser] of [
      [one, 'Apple Orchard Inc'],
      [two, 'Birch Bakery'],
    ] as const) {
      const { id } = await certificateOf(owner, 40, { purchaser })
      await shareWith(owner, id, [business])
    }
    for (let day = 0; day <= 60; day++) {
      await run()
      pass(1)
    }
    expect(await subjectsTo(business.manager, 'received-certificates-expire')).toEqual([
      '2 certificates expire in 10 days',
      '2 certificates expire today',
    ])
    const [email] = await remindersTo(business.manager, 'received-certificates-expire')
    expect(email?.text).toContain('Apple Orchard Inc\nBirch Bakery')
    expect(await notificationsOf(`business:${business.id}`)).toHaveLength(2)
  })

  it('is not reminded of what it no longer has, or of what has a later certificate', async () => {
    const business = await createTestBusiness(scene.test)
    const owner = await newOwner()
    const old = await certificateOf(owner, 11, { purchaser: 'Cedar Clinic' })
    await shareWith(owner, old.id, [business])
    const later = await certificateOf(owner, 300, { purchaser: 'Cedar Clinic' })
    await shareWith(owner, later.id, [business])
    const revoked = await certificateOf(owner, 11, { purchaser: 'Dogwood Diner' })
    await shareWith(owner, revoked.id, [business])
    await scene.test.database.executeAsOwner(
      `update document_shares set status = 'revoked', revoked_at = $2 where document_id = $1`,
      [revoked.id, scene.test.clock.now()],
    )
    pass(1)
    await run()
    expect(await subjectsTo(business.manager, 'received-certificates-expire')).toEqual([])
  })

  it('whose member turned the email off sends it to the others', async () => {
    const business = await createTestBusiness(scene.test)
    const owner = await newOwner()
    const off = { newDocuments: true, documentUpdates: true, weeklySummary: true, expirations: false }
    const chosen = await call('PUT', '/api/business/preferences', business.cookie, off)
    expect(chosen.json()).toEqual(off)
    const { id } = await certificateOf(owner, 11)
    await shareWith(owner, id, [business])
    pass(1)
    await run()
    expect(await subjectsTo(business.manager, 'received-certificates-expire')).toEqual([])
    expect(await notificationsOf(`business:${business.id}`)).toHaveLength(1)
  })
})

describe('what a person can download', () => {
  it('names the reminders they got', async () => {
    const owner = await newOwner()
    const { id, expiresOn } = await certificateOf(owner, 31)
    pass(1)
    await run()
    const found: unknown[] = []
    for await (const part of certificatesData(scene.test.services, {
      kind: 'person',
      id: owner.id,
      role: 'user',
    })) {
      if (part.path !== 'certificate-reminders.json' || !('rows' in part)) continue
      for await (const row of part.rows) found.push(row)
    }
    expect(found).toMatchObject([{ documentId: id, expiresOn, daysBefore: 30 }])
  })
})

it('sends reminders as a scheduled job', async () => {
  const { rows } = await scene.test.database.executeAsOwner(
    `select cron from pgboss.schedule where name = 'send-reminders'`,
  )
  expect(rows).toEqual([{ cron: '5 * * * *' }])
})
