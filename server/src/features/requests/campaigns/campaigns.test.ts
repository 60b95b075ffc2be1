import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { dayMs } from '@exempta/contract/durations'
import type { CampaignDetails } from '@exempta/contract/requests/campaigns'
import { requestLimits } from '@exempta/contract/requests/limits'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { auditOf } from '../../../../test/audit.ts'
import { linkIn, readEmails } from '../../../../test/mailbox.ts'
import { addMember, signInAs } from '../../../../test/people.ts'
import { sharingScene } from '../../../../test/sharing.ts'
import { systemCall } from '../../../platform/call.ts'
import { sweepRequests } from '../jobs.ts'
import { limits } from '../limits.ts'
import { checkRow, dueOn, guessMapping, nextReminder } from './check-rows.ts'
import { importCampaign } from './import-campaign.ts'
import { sendCampaigns } from './send-campaigns.ts'

// The job would send by itself what a test wants to see before it is sent.
const { scene, get, post } = sharingScene({ runJobs: false })

async function logIn() {
  scene.business.cookie = await signInAs(scene.test, scene.business.manager)
  scene.otherBusiness.cookie = await signInAs(scene.test, scene.otherBusiness.manager)
}
beforeEach(logIn)
const later = async (ms: number) => {
  scene.test.clock.advance(ms)
  await logIn()
}

const base = '/api/requests/campaigns'
let lists = 0

async function upload(csv: string | Buffer, fields: Record<string, string> = {}, as = scene.business.cookie) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ name: `List ${++lists}`, ...fields })) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(Buffer.from(csv as string))]), 'customers.csv')
  const response = new Response(form)
  return scene.test.call({
    method: 'POST',
    url: base,
    payload: Buffer.from(await response.arrayBuffer()),
    headers: { 'content-type': response.headers.get('content-type') ?? '', cookie: as },
  })
}
const uploaded = async (csv: string | Buffer, fields?: Record<string, string>): Promise<CampaignDetails> => {
  const answer = await upload(csv, fields)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
const detailsOf = async (id: string): Promise<CampaignDetails> =>
  (await get(`${base}/${id}`, scene.business.cookie)).json()
const start = (id: string, message: string | null = null) =>
  post(`${base}/${id}/start`, { message }, scene.business.cookie)
const requestsTo = async (email: string) =>
  (await readEmails(scene.test, email)).filter(({ template }) => template === 'certificate-request')

/** A customer whose certificate is good in a state today, by what the coverage list has of it. */
async function coverAt(email: string, state: string): Promise<void> {
  const { id, manager } = scene.business
  const customer = randomUUID()
  await scene.test.database.executeAsOwner(`
    begin;
    set local session_replication_role = replica;
    insert into coverage_customers (id, business_id, owner_id, name, email)
    values ('${customer}', '${id}', '${manager.id}', '${email}', '${email}');
    insert into coverage_index (share_id, state, business_id, owner_id, customer_id, customer_name, verdict,
      judge_again_at, knowledge_version)
    values ('${randomUUID()}', '${state}', '${id}', '${manager.id}', '${customer}', '${email}', 'covered',
      '2100-01-01', 'test');
    commit`)
}

let addresses = 0
const newAddress = () => `list-${++addresses}@example.org`

describe('a list', () => {
  it('asks no one twice: who has a good certificate or was asked lately is left out and listed', async () => {
    const [covered, elsewhere, lately, wanted] = [newAddress(), newAddress(), newAddress(), newAddress()]
    await coverAt(covered, 'TX')
    await coverAt(elsewhere, 'NY')
    const { id } = await uploaded(`Email\n${lately}`)
    await start(id)
    await sendCampaigns(scene.test.services)
    const list = [
      'Email,State',
      `${covered.toUpperCase()},TX`,
      `${elsewhere},TX`,
      `${lately},TX`,
      `${wanted},`,
    ]
    const draft = await uploaded(list.join('\n'))
    expect(draft.good).toBe(2)
    expect(draft.lines).toEqual([
      { line: 2, kind: 'has-certificate', value: covered },
      { line: 4, kind: 'asked-lately', value: lately },
    ])
    await later(requestLimits.askedAgainDays * dayMs + 1)
    expect((await uploaded(list.join('\n'))).lines.map(({ kind }) => kind)).toEqual(['has-certificate'])
  })

  it('is tried on the manager, and goes out with the subject and the message that were written', async () => {
    const address = newAddress()
    const { id, email } = await uploaded(`Email\n${address}`)
    expect(email.withMessage).toContain('{message}')
    const written = { subject: 'Your certificate, please', message: 'For the audit' }
    const test = await post(`${base}/${id}/test`, written, scene.business.cookie)
    expect(test.json()).toEqual({ sentTo: scene.business.manager.email })
    const mine = (await requestsTo(scene.business.manager.email)).at(-1)
    expect(mine).toMatchObject({ subject: 'Your certificate, please' })
    expect(await requestsTo(address)).toEqual([])
    expect((await detailsOf(id)).status).toBe('draft')
    await post(`${base}/${id}/start`, written, scene.business.cookie)
    await sendCampaigns(scene.test.services)
    expect(await requestsTo(address)).toMatchObject([{ subject: 'Your certificate, please' }])
    const rows = (await get(`/api/requests?campaignId=${id}`, scene.business.cookie)).json().items
    expect(rows).toMatchObject([{ email: address, status: 'kept' }])
    expect((await post(`${base}/${id}/test`, written, scene.business.cookie)).statusCode).toBe(409)
  })

  it('shows what is wrong with each line before anything is sent', async () => {
    const [good, other, refused] = [newAddress(), newAddress(), newAddress()]
    const request = await post(
      '/api/requests',
      { email: refused, customerName: null, customerReference: null, state: null, message: null },
      scene.business.cookie,
    )
    const token = request.json().link.split('/r/').at(-1)
    await post(`/api/r/${token}/refusals`, { kind: 'no-email' }, '')
    const csv = Buffer.from(
      [
        'Company;E-mail;Cust. No.;State;Invoice date',
        `Caf\xe9 One;${good};C-1;Texas;5/4/2026`,
        `"Two; and Sons";${other};;mi;2026-05-04`,
        `Again;${good.toUpperCase()};;;`,
        'Nobody;;;;',
        'Broken;not an address;;;',
        '=cmd|calc;x@example.org;;;',
        'Lost;y@example.org;;Atlantis;',
        'Late;z@example.org;;;31/12/2026',
        `Quiet;${refused};;;`,
      ].join('\r\n'),
      'latin1',
    )
    const draft = await uploaded(csv)
    expect(draft).toMatchObject({
      status: 'draft',
      rows: 9,
      good: 2,
      columns: ['Company', 'E-mail', 'Cust. No.', 'State', 'Invoice date'],
      mapping: { customerName: 0, email: 1, customerReference: 2, state: 3, saleOn: 4 },
    })
    expect(draft.lines).toEqual([
      { line: 4, kind: 'twice', value: good },
      { line: 5, kind: 'no-address', value: 'Nobody' },
      { line: 6, kind: 'bad-address', value: 'not an address' },
      { line: 7, kind: 'formula', value: '=cmd|calc' },
      { line: 8, kind: 'unknown-state', value: 'Atlantis' },
      { line: 9, kind: 'bad-date', value: '31/12/2026' },
      { line: 10, kind: 'no-email', value: refused },
    ])
    expect(draft.email.subject).toContain('is requesting your')
    const file = await get(`${base}/${draft.id}/problems`, scene.business.cookie)
    expect(file.body).toContain(`"'=cmd|calc"`)
    expect(await requestsTo(good), 'nothing is sent').toEqual([])
    const listed = await get('/api/requests?search=Caf', scene.business.cookie)
    expect(listed.json().items, 'a draft is not in the list of requests').toEqual([])
    expect(await auditOf(scene.test, draft.id)).toMatchObject([
      { action: 'campaign.create' },
      { action: 'campaign.export' },
    ])
  })

  it('takes another mapping and deletes the first draft', async () => {
    const email = newAddress()
    const csv = `Contact,Other\n${email},Prairie`
    const first = await uploaded(csv)
    expect(first).toMatchObject({ good: 0, mapping: { email: null } })
    const mapping = { email: 0, customerName: 1, customerReference: null, state: null, saleOn: null }
    const second = await uploaded(csv, { mapping: JSON.stringify(mapping), replaces: first.id })
    expect(second).toMatchObject({ good: 1, mapping })
    expect((await get(`${base}/${first.id}`, scene.business.cookie)).statusCode).toBe(404)
    for (const bad of ['no JSON', JSON.stringify({ ...mapping, email: 7 })]) {
      expect((await upload(csv, { mapping: bad })).json().fields, bad).toMatchObject([{ path: 'mapping' }])
    }
  })

  it.each([
    ['an empty file', '', {}, 'file'],
    ['no name', 'Email\na@example.org', { name: ' ' }, 'name'],
    ['an open quotation mark', 'Email\n"a@example.org', {}, 'file'],
  ])('is refused with %s, and nothing of it stays', async (_, csv, fields, path) => {
    const before = (await get(base, scene.business.cookie)).json().items.length
    const answer = await upload(csv, fields)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().fields).toMatchObject([{ path }])
    expect((await get(base, scene.business.cookie)).json().items).toHaveLength(before)
  })

  it('is refused with a line too many', async () => {
    expect(requestLimits.campaignRows).toBe(100_000)
    const before = (await get(base, scene.business.cookie)).json().items.length
    const actor = {
      kind: 'person',
      id: scene.business.manager.id,
      role: 'business',
      businessId: scene.business.id,
    } as const
    const call = { ...systemCall, actor }
    async function* parts() {
      yield { kind: 'field', name: 'name', value: 'Too long' } as const
      const content = Readable.from([Buffer.from(`Email\n${'x\n'.repeat(3)}`)])
      yield { kind: 'file', field: 'file', untrustedName: 'list.csv', content } as const
    }
    const transact = vi.spyOn(scene.test.services.database, 'transact')
    onTestFinished(() => transact.mockRestore())
    const refused = importCampaign(scene.test.services, call, parts(), 2)
    await expect(refused).rejects.toMatchObject({ fields: [{ message: expect.stringContaining('up to 2') }] })
    expect(transact, 'only to find out who asks').toHaveBeenCalledTimes(1)
    expect((await get(base, scene.business.cookie)).json().items).toHaveLength(before)
  })

  it('belongs to its business, and only managers send it', async () => {
    const { id } = await uploaded(`Email\n${newAddress()}`)
    expect((await get(`${base}/${id}`, scene.otherBusiness.cookie)).statusCode).toBe(404)
    expect(
      (await post(`${base}/${id}/start`, { message: null }, scene.otherBusiness.cookie)).statusCode,
    ).toBe(404)
    const viewer = await signInAs(scene.test, await addMember(scene.test, scene.business.manager, 'viewer'))
    expect((await get(`${base}/${id}`, viewer)).statusCode).toBe(200)
    expect((await post(`${base}/${id}/start`, { message: null }, viewer)).statusCode).toBe(403)
    expect((await upload('Email\n', {}, viewer)).statusCode).toBe(403)
  })

  it('keeps the lines to fix for 30 days after it was sent', async () => {
    const { id } = await uploaded(`Email\n${newAddress()}\nbroken`)
    await start(id)
    await later(29 * dayMs)
    await sweepRequests(scene.test.services)
    expect((await detailsOf(id)).lines).toHaveLength(1)
    await later(2 * dayMs)
    await sweepRequests(scene.test.services)
    expect(await detailsOf(id)).toMatchObject({ lines: [], problems: [], good: 1 })
  })

  it('that was never sent is deleted after a week, or when it is closed', async () => {
    const [old, closed] = [await uploaded(`Email\n${newAddress()}`), await uploaded(`Email\n${newAddress()}`)]
    await post(`${base}/${closed.id}/close`, {}, scene.business.cookie)
    expect((await get(`${base}/${closed.id}`, scene.business.cookie)).statusCode).toBe(404)
    await later(limits.campaignDraftMs)
    await sweepRequests(scene.test.services)
    expect((await get(`${base}/${old.id}`, scene.business.cookie)).statusCode).toBe(404)
  })
})

describe('sending', () => {
  it('sends gradually, up to a daily limit, and shows its progress', async () => {
    const count = limits.campaignEmailsPerMinute + 5
    const all = Array.from({ length: count }, newAddress)
    const { id } = await uploaded(`Email,Name\n${all.map((email, i) => `${email},Buyer ${i}`).join('\n')}`)
    expect((await start(id, 'For our files')).json()).toMatchObject({
      status: 'sending',
      funnel: { sent: 0 },
    })
    expect((await start(id)).statusCode, 'started twice').toBe(409)
    await sendCampaigns(scene.test.services)
    expect((await detailsOf(id)).funnel.sent).toBe(limits.campaignEmailsPerMinute)
    await sendCampaigns(scene.test.services)
    expect(await detailsOf(id)).toMatchObject({ status: 'sent', funnel: { sent: count } })
    const [message] = await requestsTo(all[0] ?? '')
    expect(message?.text).toContain('For our files')

    const token = linkIn(message as never)
      .split('/r/')
      .at(-1)
    const page = await get(`/api/r/${token}`, '')
    expect(page.json()).toMatchObject({ message: 'For our files' })
    await post(`/api/r/${token}/refusals`, { kind: 'not-exempt' }, '')
    expect((await detailsOf(id)).funnel).toMatchObject({ opened: 1, notExempt: 1 })
    const missing = await get(`${base}/${id}/missing`, scene.business.cookie)
    expect(missing.body.trim().split('\r\n')).toHaveLength(count)
    expect(missing.body).not.toContain(all[0])
  })

  it('stops for today at the limit, and goes on tomorrow', async () => {
    const { id } = await uploaded(`Email\n${newAddress()}\n${newAddress()}`)
    await later(2 * dayMs)
    await scene.test.database.executeAsOwner(
      `insert into certificate_requests (id, business_id, kind, email, sent_at, created_at, updated_at)
       select gen_random_uuid(), $1, 'email', 'full-' || n || '@example.org', $2, $2, $2
       from generate_series(1, $3) n`,
      [scene.business.id, scene.test.clock.now(), requestLimits.requestEmailsPerDay - 1],
    )
    await start(id)
    await sendCampaigns(scene.test.services)
    expect((await detailsOf(id)).funnel.sent, 'today').toBe(1)
    await sendCampaigns(scene.test.services)
    expect((await detailsOf(id)).funnel.sent, 'later today').toBe(1)
    await later(dayMs + 1000)
    await sendCampaigns(scene.test.services)
    expect((await detailsOf(id)).funnel.sent, 'tomorrow').toBe(2)
  })

  it('obeys what a customer has said since the list was uploaded', async () => {
    const email = newAddress()
    const one = await uploaded(`Email\n${email}`)
    const two = await uploaded(`Email\n${email}`)
    await start(one.id)
    await sendCampaigns(scene.test.services)
    const token = linkIn((await requestsTo(email))[0] as never)
      .split('/r/')
      .at(-1)
    await post(`/api/r/${token}/refusals`, { kind: 'no-email' }, '')
    await start(two.id)
    await sendCampaigns(scene.test.services)
    expect(await requestsTo(email)).toHaveLength(1)
    expect(await detailsOf(two.id)).toMatchObject({ status: 'sent', funnel: { sent: 0 } })
  })

  it('reminds on request, not sooner than after three days, and at most four times', async () => {
    const email = newAddress()
    const { id } = await uploaded(`Email\n${email}`)
    await start(id)
    await sendCampaigns(scene.test.services)
    const remind = async () => {
      const answer = await post(`${base}/${id}/remind`, {}, scene.business.cookie)
      await sendCampaigns(scene.test.services)
      return answer.json().reminded
    }
    expect(await remind(), 'at once').toBe(0)
    for (let times = 1; times <= limits.campaignReminders; times++) {
      await later(limits.campaignReminderPauseMs)
      expect(await remind(), `reminder ${times}`).toBe(1)
      const mails = await requestsTo(email)
      expect(mails, `reminder ${times}`).toHaveLength(1 + times)
      expect(mails.at(-1)?.subject, `reminder ${times}`).toMatch(/^Reminder: /)
    }
    await later(limits.campaignReminderPauseMs)
    expect(await remind(), 'a fifth time').toBe(0)
  })

  it('reminds by itself before the state’s due date, until there is any answer', async () => {
    const [silent, answering] = [newAddress(), newAddress()]
    const sale = scene.test.clock.now().toISOString().slice(0, 10)
    const { id } = await uploaded(`Email,State,Sale date\n${silent},MI,${sale}\n${answering},MI,${sale}`)
    await start(id)
    await sendCampaigns(scene.test.services)
    const token = linkIn((await requestsTo(answering))[0] as never)
      .split('/r/')
      .at(-1)
    await post(`/api/r/${token}/refusals`, { kind: 'not-exempt' }, '')
    const days: number[] = []
    for (let day = 1; day <= 125; day++) {
      scene.test.clock.advance(dayMs)
      const before = (await requestsTo(silent)).length
      await sendCampaigns(scene.test.services)
      if ((await requestsTo(silent)).length > before) days.push(day)
    }
    expect(days, 'Michigan gives 120 days').toEqual([90, 106, 113, 120])
    expect(await requestsTo(answering)).toHaveLength(1)
  }, 60_000)

  it('ends when the list is closed: links stop working, and nothing more is sent', async () => {
    const email = newAddress()
    const { id } = await uploaded(`Email\n${email}`)
    await start(id)
    await sendCampaigns(scene.test.services)
    const token = linkIn((await requestsTo(email))[0] as never)
      .split('/r/')
      .at(-1)
    await post(`${base}/${id}/close`, {}, scene.business.cookie)
    expect((await get(`/api/r/${token}`, '')).statusCode).toBe(410)
    await later(limits.campaignReminderPauseMs)
    expect((await post(`${base}/${id}/remind`, {}, scene.business.cookie)).statusCode).toBe(409)
    expect(await detailsOf(id)).toMatchObject({ status: 'closed', canRemind: 0 })
  })
})

describe('rules of a list', () => {
  it.each([
    ['a card number as the customer', ['4111 1111 1111 1111', 'a@example.org', ''], '1111'],
    ['a Social Security number as the reference', ['Ada', 'a@example.org', 'SSN 078-05-1120'], '1120'],
  ])('%s is masked', (_, cells, left) => {
    const mapping = { customerName: 0, email: 1, customerReference: 2, state: null, saleOn: null }
    const kept = JSON.stringify(checkRow({ line: 2, cells }, mapping))
    expect(kept).not.toMatch(/4111 1111|078-05/)
    expect(kept).toContain(left)
  })

  it.each([
    [
      ['Email Address', 'Customer Name', 'Account #', 'Ship to state'],
      [0, 1, 2, 3, null],
    ],
    [
      ['Name', 'Customer ID', 'e-mail', 'ST', 'Order Date'],
      [2, 0, 1, 3, 4],
    ],
    [
      ['First', 'Second'],
      [null, null, null, null, null],
    ],
  ])('%j: the columns are found by their headings', (columns, wanted) => {
    const { email, customerName, customerReference, state, saleOn } = guessMapping(columns)
    expect([email, customerName, customerReference, state, saleOn]).toEqual(wanted)
  })

  it.each([
    ['MI', '2026-01-01', '2026-05-01'],
    ['AR', '2026-01-01', '2026-04-01'],
    ['OR', '2026-01-01', null],
    [null, '2026-01-01', null],
    ['MI', null, null],
  ])('%s, sold on %s: due on %s', (state, sale, due) => {
    expect(dueOn(state, sale)).toBe(due)
  })

  it.each([
    ['2026-05-01', '2026-03-01', '2026-04-01'],
    ['2026-05-01', '2026-04-01', '2026-04-17'],
    ['2026-05-01', '2026-04-30', '2026-05-01'],
    ['2026-05-01', '2026-05-01', null],
    [null, '2026-05-01', null],
  ])('due on %s, today %s: the next reminder is on %s', (due, today, next) => {
    expect(nextReminder(due, today)).toBe(next)
  })
})
