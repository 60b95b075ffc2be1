import type { ReportTemplate, Schedule } from '@exempta/contract/reports'
import { reportLimits } from '@exempta/contract/reports/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, testOrigin } from '../../../test/app.ts'
import { auditOf } from '../../../test/audit.ts'
import { linkIn, readEmails } from '../../../test/mailbox.ts'
import { createPerson, signInAs, type TestPerson } from '../../../test/people.ts'
import { emailScheduledReports } from './jobs.ts'
import { nextEmailAt } from './schedules.ts'

let test: TestApp
let admin: TestPerson
let other: TestPerson
let cookie: string
let otherCookie: string
beforeAll(async () => {
  test = await startTestApp({ runJobs: true })
  admin = await createPerson(test, 'admin')
  other = await createPerson(test, 'admin')
  cookie = await signInAs(test, admin)
  otherCookie = await signInAs(test, other)
})
afterAll(() => test.close())

const path = '/api/reports/templates'
const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, as = cookie) =>
  test.call({ method, url, headers: { cookie: as }, ...(payload && { payload }) })
const list = async (as = cookie): Promise<ReportTemplate[]> =>
  (await call('GET', path, undefined, as)).json().items

const input = {
  name: 'Failed documents',
  description: 'For the weekly meeting',
  type: 'documents',
  settings: {
    columns: ['name', 'status', 'owner.name'],
    filters: { dateRange: { lastDays: 7 }, status: ['failed'], profileName: 'form' },
    joins: ['owner'],
    groupBy: [],
    aggregations: [{ type: 'count', field: '*', alias: 'All' }],
    sortBy: { field: 'name', direction: 'asc' },
  },
}
const daily = (...people: TestPerson[]) => ({
  every: 'daily' as Schedule,
  hour: 13,
  timeZone: 'UTC',
  recipientIds: people.map(({ id }) => id),
})
const create = async (name = input.name): Promise<ReportTemplate> => {
  const answer = await call('POST', path, { ...input, name })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}

describe('a template', () => {
  it('is saved, seen by every administrator, changed and deleted, each with an audit row', async () => {
    const made = await create()
    expect(made).toMatchObject({ ...input, version: 1, schedule: null })
    test.clock.advance(1000)
    const newer = await create('Newer')
    expect((await list(otherCookie)).map(({ name }) => name)).toEqual(['Newer', input.name])

    const changed = await call(
      'PUT',
      `${path}/${made.id}`,
      { ...input, name: 'Changed', version: 1 },
      otherCookie,
    )
    expect(changed.json()).toMatchObject({ name: 'Changed', version: 2, createdAt: made.createdAt })
    expect(changed.json().updatedAt > made.updatedAt).toBe(true)

    test.clock.advance(1)
    await call('PUT', `${path}/${made.id}/schedule`, { schedule: daily(other) }, otherCookie)
    test.clock.advance(1)
    for (const { id, name } of [made, newer])
      expect((await call('DELETE', `${path}/${id}`)).statusCode, name).toBe(204)
    expect(await list()).toEqual([])
    for (const act of ['PUT', 'DELETE'] as const)
      expect(
        (await call(act, `${path}/${made.id}`, act === 'PUT' ? { ...input, version: 2 } : undefined))
          .statusCode,
        act,
      ).toBe(404)
    expect((await call('PUT', `${path}/${made.id}/schedule`, { schedule: null })).statusCode).toBe(404)
    expect((await auditOf(test, made.id)).map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['report-template.create', admin.id],
      ['report-template.update', other.id],
      ['report-template.schedule', other.id],
      ['report-template.remove', admin.id],
    ])
  })

  it('that someone else changed meanwhile is not overwritten', async () => {
    const { id } = await create()
    const change = (name: string, as: string) =>
      call('PUT', `${path}/${id}`, { ...input, name, version: 1 }, as)
    const answers = await Promise.all([change('Mine', cookie), change('Theirs', otherCookie)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect((await list())[0]?.version).toBe(2)
    await call('DELETE', `${path}/${id}`)
  })

  it.each([
    ['without a name', { name: ' ' }, 'name'],
    ['with too long a description', { description: 'x'.repeat(301) }, 'description'],
    ['with a column of another report', { type: 'users' }, 'settings.joins.0'],
  ])('%s is refused', async (_what, change, field) => {
    const answer = await call('POST', path, { ...input, ...change })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().fields.map(({ path: place }: { path: string }) => place)).toContain(field)
  })

  it('hides card numbers in its texts', async () => {
    const number = '4111 1111 1111 1111'
    const settings = { ...input.settings, filters: { profileName: number } }
    const answer = await call('POST', path, { ...input, name: `Card ${number}`, settings })
    expect(answer.statusCode).toBe(201)
    expect(answer.body).not.toContain('4111 1111')
    await call('DELETE', `${path}/${answer.json().id}`)
  })

  it('is refused with the reason when there are too many', async () => {
    const { id } = await create()
    await test.database.executeAsOwner(
      `insert into report_templates (id, name, description, type, settings, created_at, updated_at)
       select gen_random_uuid(), 'Many', '', type, settings, created_at, updated_at
       from report_templates, generate_series(2, $2::int) where id = $1`,
      [id, reportLimits.reportTemplates],
    )
    const answer = await call('POST', path, input)
    expect([answer.statusCode, answer.json().title]).toEqual([
      409,
      expect.stringContaining('Delete one first'),
    ])
    await test.database.executeAsOwner('delete from report_templates')
  })
})

describe('the schedule of a template', () => {
  // The clock is at Monday, March 2, after the hour when reports are emailed.
  const [newYork, kathmandu, kiritimati] = ['America/New_York', 'Asia/Kathmandu', 'Pacific/Kiritimati']
  it.each<[Schedule, number, string, string, string]>([
    ['daily', 13, 'UTC', '2026-03-02T12:59:59Z', '2026-03-02T13:00:00Z'],
    ['daily', 13, 'UTC', '2026-03-02T13:00:00Z', '2026-03-03T13:00:00Z'],
    ['weekly', 13, 'UTC', '2026-03-02T13:00:00Z', '2026-03-09T13:00:00Z'],
    ['weekly', 13, 'UTC', '2026-03-08T23:00:00Z', '2026-03-09T13:00:00Z'],
    ['monthly', 13, 'UTC', '2026-01-31T15:00:00Z', '2026-02-01T13:00:00Z'],
    ['monthly', 13, 'UTC', '2026-12-02T15:00:00Z', '2027-01-01T13:00:00Z'],
    ['daily', 8, newYork, '2026-03-07T12:59:59Z', '2026-03-07T13:00:00Z'],
    // Summer time begins on March 8, when 2:00 is skipped, and ends on November 1.
    ['daily', 8, newYork, '2026-03-07T13:00:00Z', '2026-03-08T12:00:00Z'],
    ['daily', 2, newYork, '2026-03-07T13:00:00Z', '2026-03-08T07:00:00Z'],
    ['daily', 5, newYork, '2026-10-31T13:00:00Z', '2026-11-01T10:00:00Z'],
    ['weekly', 23, newYork, '2026-03-02T13:00:00Z', '2026-03-03T04:00:00Z'],
    ['monthly', 0, kiritimati, '2026-03-15T00:00:00Z', '2026-03-31T10:00:00Z'],
    ['daily', 0, kathmandu, '2026-03-02T18:15:00Z', '2026-03-03T18:15:00Z'],
  ])('%s at %i in %s after %s is %s', (every, hour, timeZone, now, next) => {
    expect(nextEmailAt({ every, hour, timeZone }, new Date(now))).toEqual(new Date(next))
  })

  it('has active administrators as recipients, whom every administrator sees', async () => {
    const { id } = await create('For three')
    const third = await createPerson(test, 'admin')
    const [user, gone] = [await createPerson(test, 'user'), await createPerson(test, 'admin')]
    await test.database.executeAsOwner(`update users set status = 'suspended' where id = $1`, [gone.id])
    const choose = (...people: TestPerson[]) =>
      call('PUT', `${path}/${id}/schedule`, { schedule: { ...daily(...people), hour: 8, timeZone: newYork } })
    for (const [what, person] of Object.entries({ user, suspended: gone })) {
      const answer = await choose(admin, person)
      expect([answer.statusCode, answer.json().fields[0].path], what).toEqual([422, 'schedule.recipientIds'])
    }
    expect((await choose()).statusCode, 'no one').toBe(422)
    expect((await choose(admin, third)).statusCode).toBe(200)
    expect((await choose(other, third)).statusCode).toBe(200)
    const [{ schedule } = { schedule: null }] = await list(otherCookie)
    expect(schedule).toMatchObject({ every: 'daily', hour: 8, timeZone: newYork })
    expect(schedule?.recipients.map(({ email }) => email).sort()).toEqual([other.email, third.email].sort())
    await call('DELETE', `${path}/${id}`)
  })

  it('emails each recipient a link without any figures, once each time', async () => {
    const { id } = await create('Weekly <failures>')
    const everyDay = await create('Daily')
    const set = async (every: Schedule, people = [admin], templateId = id) => {
      const schedule = { ...daily(...people), every }
      const answer = await call('PUT', `${path}/${templateId}/schedule`, { schedule })
      expect(answer.statusCode).toBe(200)
      return answer
    }
    const scheduled = (await set('weekly')).json()
    const next = nextEmailAt({ ...daily(), every: 'weekly' }, test.clock.now()).toISOString()
    expect(scheduled).toMatchObject({ schedule: { every: 'weekly', nextEmailAt: next } })
    await set('daily', [other], everyDay.id)

    const emailsTo = async ({ email }: TestPerson) =>
      (await readEmails(test, email)).filter(({ template }) => template === 'scheduled-report')
    const runAt = async (moment: string) => {
      test.clock.advance(Date.parse(moment) - test.clock.now().getTime())
      cookie = await signInAs(test, admin)
      otherCookie = await signInAs(test, other)
      await Promise.all([emailScheduledReports(test.services), emailScheduledReports(test.services)])
      return [(await emailsTo(admin)).length, (await emailsTo(other)).length]
    }
    expect(await runAt('2026-03-02T23:00:00Z')).toEqual([0, 0])
    expect(await runAt('2026-03-03T13:01:00Z')).toEqual([0, 1])
    expect(await runAt('2026-03-03T20:00:00Z')).toEqual([0, 1])
    // Missed days are made up for by one email.
    expect(await runAt('2026-03-09T13:01:00Z')).toEqual([1, 2])
    await call('PUT', `${path}/${everyDay.id}/schedule`, { schedule: null })
    await set('monthly')
    expect(await runAt('2026-03-20T13:01:00Z')).toEqual([1, 2])
    expect(await runAt('2026-04-01T13:01:00Z')).toEqual([2, 2])

    const [message] = await emailsTo(admin)
    expect(message?.subject).toBe('Your report: Weekly <failures>')
    expect(message && linkIn(message)).toBe(`${testOrigin}/admin/reports?template=${id}`)
    expect(message?.body_html).toContain('Weekly &lt;failures&gt;')

    await set('daily', [other])
    const demote = (role: string) =>
      test.database.executeAsOwner('update users set role = $2 where id = $1', [other.id, role])
    await demote('user')
    expect(await runAt('2026-04-02T13:01:00Z')).toEqual([2, 2])
    await demote('admin')
    await call('DELETE', `${path}/${id}`)
    expect(await runAt('2026-05-01T13:01:00Z')).toEqual([2, 2])
  })

  it('is checked every quarter of an hour', async () => {
    const { rows } = await test.database.executeAsOwner(
      `select cron, timezone from pgboss.schedule where name = 'mail-scheduled-reports'`,
    )
    expect(rows).toEqual([{ cron: '1,16,31,46 * * * *', timezone: 'UTC' }])
  })
})
