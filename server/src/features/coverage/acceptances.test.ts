import type { CoverageAnswer, CoverageRow } from '@exempta/contract/coverage'
import { dayMs } from '@exempta/contract/durations'
import { beforeAll, describe, expect, it } from 'vitest'
import { auditOf } from '../../../test/audit.ts'
import { addMember, signInAs } from '../../../test/people.ts'
import { sharingScene } from '../../../test/sharing.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { coverageData } from './feature.ts'
import { clearReceipts, renewDueCoverage } from './jobs.ts'

const { scene, get, post, share, revoke, newDocument } = sharingScene()

const send = (method: 'PUT' | 'DELETE', url: string, payload: object | undefined, cookie: string) =>
  scene.test.call({ method, url, headers: { cookie }, ...(payload && { payload }) })

async function confirm(id: string, change: object) {
  const { confirmed, version } = (await get(`/api/documents/${id}/reading`)).json()
  const body = {
    form: 'ny-st-120',
    // Part of the name of the business: a person has to look.
    seller: `${scene.business.manager.name} East`,
    reason: 'resale',
    isBlanket: true,
    hasSignature: true,
    signedOn: '2025-05-04',
    expiresOn: null,
    states: [{ state: 'NY', number: '43-1234567' }],
    pages: [1],
    version,
    shown: confirmed?.confirmedAt ?? null,
    ...change,
  }
  expect((await send('PUT', `/api/documents/${id}/exemption`, body, scene.cookie)).statusCode).toBe(200)
}

let made = 0
async function unclearCertificate({ isVerified = true } = {}) {
  made += 1
  const purchaser = `Settled${made} Foods`
  const documentId = await newDocument()
  await confirm(documentId, { purchaser })
  await share({ documentIds: [documentId], businessIds: [scene.business.id], emails: [], message: '' })
  const { items } = (await get('/api/received?limit=100', scene.business.cookie)).json()
  const received = items.find((one: { document: { id: string } }) => one.document.id === documentId)
    .id as string
  if (isVerified)
    await post('/api/received/verify', { documents: [{ id: received, version: 1 }] }, scene.business.cookie)
  const found = await get(`/api/coverage/customers?search=Settled${made}`, scene.business.cookie)
  return { documentId, received, purchaser, customerId: found.json().items[0].id as string }
}

type Certificate = Awaited<ReturnType<typeof unclearCertificate>>

const ask = async ({ customerId }: Certificate, query = ''): Promise<CoverageAnswer> =>
  (await get(`/api/coverage/customers/${customerId}?state=NY${query}`, scene.business.cookie)).json()

const listed = async ({ received }: Certificate): Promise<CoverageRow | undefined> => {
  const { items } = (await get('/api/coverage?limit=100', scene.business.cookie)).json()
  return items.find((row: CoverageRow) => row.receivedId === received)
}

const day = (daysAhead: number) =>
  new Date(scene.test.clock.now().getTime() + daysAhead * dayMs).toISOString().slice(0, 10)

const accept = ({ received }: Certificate, change: object = {}, cookie = scene.business.cookie) =>
  post(
    '/api/coverage/acceptances',
    { receivedId: received, state: 'NY', reason: 'East is our second store.', until: day(30), ...change },
    cookie,
  )
const acceptances = async ({ received }: Certificate) =>
  (await get(`/api/coverage/acceptances?receivedId=${received}`, scene.business.cookie)).json()

let viewer: string
beforeAll(async () => {
  viewer = await signInAs(scene.test, await addMember(scene.test, scene.business.manager, 'viewer'))
})

describe('a manager accepts what is open', () => {
  it('and the counter, the list, the CSV and the receipt are green with the name, the day and the reason', async () => {
    const one = await unclearCertificate()
    expect(await ask(one)).toMatchObject({ verdict: 'check', canAccept: true, accepted: null })
    const answer = await accept(one)
    expect([answer.statusCode, answer.json()]).toMatchObject([
      201,
      { state: 'NY', reason: 'East is our second store.', until: day(30), isInForce: true },
    ])
    const accepted = {
      reason: 'East is our second store.',
      by: expect.any(String),
      on: expect.any(String),
      until: day(30),
    }
    expect(await ask(one)).toMatchObject({ verdict: 'covered', accepted, canAccept: false })
    // The name and the reason are said once, and no ID is.
    expect((await ask(one)).reasons.map(({ text }) => text).join(' ')).not.toMatch(/Accepted by|[0-9a-f]{8}-/)
    expect(await listed(one)).toMatchObject({ verdict: 'covered', accepted })
    const csv = (await get('/api/coverage/csv', scene.business.cookie)).body
    expect(csv.split('\n').find((line) => line.includes(one.purchaser))).toMatch(
      /Accepted by .+ until .+: East is our second store\./,
    )
    const saved = await post(
      '/api/coverage/checks',
      { customerId: one.customerId, state: 'NY', reference: '', locationId: null, allowedReason: '' },
      viewer,
    )
    expect(saved.json()).toMatchObject({ verdict: 'covered', accepted })
    // The receipt keeps it, whatever becomes of it.
    await send('DELETE', `/api/coverage/acceptances/${answer.json().id}`, undefined, scene.business.cookie)
    const receipt = (await get(`/api/coverage/checks/${saved.json().id}`, scene.business.cookie)).json()
    expect(receipt).toMatchObject({ verdict: 'covered', accepted, replayed: { verdict: 'covered' } })
    expect(await ask(one)).toMatchObject({ verdict: 'check', accepted: null })
    const entries = await auditOf(scene.test, scene.business.id)
    const decisions = entries.filter(({ action }) => action.startsWith('coverage-acceptance.'))
    expect(decisions.map(({ action, details }) => [action, details.acceptance])).toEqual([
      ['coverage-acceptance.create', answer.json().id],
      ['coverage-acceptance.end', answer.json().id],
    ])
  })

  it('until the last day, and the index knows when', async () => {
    const one = await unclearCertificate()
    await accept(one, { until: day(2) })
    const index = () =>
      scene.test.services.database.transact(systemActor, (tx) =>
        tx
          .selectFrom('coverage_index')
          .select(['verdict', 'judge_again_at'])
          .where('share_id', '=', one.received)
          .executeTakeFirstOrThrow(),
      )
    const { judge_again_at } = await index()
    expect(judge_again_at.toISOString().slice(0, 10)).toBe(day(3))
    await scene.test.database.executeAsOwner(
      `update coverage_acceptances set until_on = '${day(-1)}', accepted_on = '${day(-2)}' where share_id = '${one.received}';
       update coverage_index set judge_again_at = '-infinity' where share_id = '${one.received}'`,
    )
    expect((await ask(one)).verdict).toBe('check')
    expect((await listed(one))?.verdict).toBe('check')
    await renewDueCoverage(scene.test.services)
    expect((await index()).verdict).toBe('check')
    expect((await acceptances(one)).items).toMatchObject([{ isInForce: false }])
  })

  it('and a change of the certificate opens the question again', async () => {
    const one = await unclearCertificate()
    await accept(one)
    await confirm(one.documentId, {
      purchaser: one.purchaser,
      states: [{ state: 'NY', number: '43-7654321' }],
    })
    await post(`/api/received/${one.received}/reopen`, {}, scene.business.cookie)
    await post(
      '/api/received/verify',
      { documents: [{ id: one.received, version: 1 }] },
      scene.business.cookie,
    )
    expect(await ask(one)).toMatchObject({ verdict: 'check', accepted: null, canAccept: true })
    expect((await acceptances(one)).items).toMatchObject([{ isInForce: false }])
    expect((await accept(one, { reason: 'Looked at it again.' })).statusCode).toBe(201)
    expect((await acceptances(one)).items).toMatchObject([{ reason: 'Looked at it again.', isInForce: true }])
  })

  it('and a changed rule opens the question again', async () => {
    const one = await unclearCertificate()
    await accept(one)
    await scene.test.database.executeAsOwner(
      `update coverage_acceptances set questions = jsonb_set(questions, '{0,basis}', '"0000000000000000"')
       where share_id = '${one.received}'`,
    )
    expect(await ask(one)).toMatchObject({ verdict: 'check', accepted: null })
  })

  it('and a revoked share is red all the same', async () => {
    const one = await unclearCertificate()
    await accept(one)
    await revoke([one.received])
    expect((await ask(one)).verdict).toBe('not-covered')
  })
})

describe('refuses', () => {
  it('a viewer, another business, and a certificate that is not theirs', async () => {
    const one = await unclearCertificate()
    expect((await accept(one, {}, viewer)).statusCode).toBe(403)
    expect((await accept(one, {}, scene.otherBusiness.cookie)).statusCode).toBe(404)
    const id = (await accept(one)).json().id as string
    const path = `/api/coverage/acceptances/${id}`
    expect((await send('DELETE', path, undefined, viewer)).statusCode).toBe(403)
    expect((await send('DELETE', path, undefined, scene.otherBusiness.cookie)).statusCode).toBe(404)
    const theirs = await get(
      `/api/coverage/acceptances?receivedId=${one.received}`,
      scene.otherBusiness.cookie,
    )
    expect(theirs.statusCode).toBe(404)
    expect((await ask(one)).verdict).toBe('covered')
  })

  it('what cannot be settled, and says what to do instead', async () => {
    const pending = await unclearCertificate({ isVerified: false })
    const answer = await accept(pending)
    expect([answer.statusCode, answer.json().title]).toEqual([
      409,
      'It hasn’t been verified yet. Verify the document.',
    ])
    const one = await unclearCertificate()
    await accept(one)
    const twice = await accept(one)
    expect(twice.statusCode, 'a new decision takes the place of the old one').toBe(201)
    expect((await acceptances(one)).items).toHaveLength(1)
    const elsewhere = await accept(one, { state: 'TX' })
    expect([elsewhere.statusCode, elsewhere.json().title]).toEqual([
      409,
      expect.stringContaining('It’s for New York, not for Texas.'),
    ])
  })

  it.each([
    ['no reason', { reason: ' ' }, 'reason'],
    ['a day that has passed', { until: '2020-01-01' }, 'until'],
    ['a day in ten years', { until: '2040-01-01' }, 'until'],
    ['a day that does not exist', { until: '2027-02-30' }, 'until'],
    ['a state that does not exist', { state: 'ZZ' }, 'state'],
  ])('%s', async (_, change, path) => {
    const one = await unclearCertificate()
    const answer = await accept(one, change)
    expect([answer.statusCode, answer.json().fields[0].path]).toEqual([422, path])
    expect((await ask(one)).verdict).toBe('check')
  })
})

it('is exported to whoever accepted and to the owner, and deleted years after its last day', async () => {
  const one = await unclearCertificate()
  await accept(one)
  const rowsOf = async (person: Parameters<typeof coverageData>[1], path: string) => {
    for await (const part of coverageData(scene.test.services, person)) {
      if (!('rows' in part) || part.path !== path) continue
      const rows: unknown[] = []
      for await (const row of part.rows) rows.push(row)
      return rows
    }
    return undefined
  }
  const manager = { kind: 'person', id: scene.business.manager.id, role: 'business' } as const
  const own = await rowsOf(manager, 'accepted-certificates.json')
  expect(own?.at(-1)).toMatchObject({ state: 'NY', reason: 'East is our second store.' })
  const owner = { kind: 'person', id: scene.owner.id, role: 'user' } as const
  const theirs = await rowsOf(owner, 'my-accepted-certificates.json')
  expect(theirs?.at(-1)).toMatchObject({ state: 'NY', business: scene.business.manager.name })
  expect(JSON.stringify(theirs)).not.toContain('second store')
  await scene.test.database.executeAsOwner(
    `update coverage_acceptances set until_on = '2015-01-01' where share_id = '${one.received}'`,
  )
  await clearReceipts(scene.test.services)
  const left = await scene.test.services.database.transact(systemActor, (tx) =>
    tx.selectFrom('coverage_acceptances').select('id').where('share_id', '=', one.received).execute(),
  )
  expect(left).toEqual([])
})
