import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { CoverageAnswer } from '@exempta/contract/coverage'
import { rulesFileField } from '@exempta/contract/knowledge/rules-files'
import { releasedRules } from '@exempta/knowledge/rules-file'
import { states } from '@exempta/knowledge/states'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { createPerson, signInAs } from '../../../test/people.ts'
import { sharingScene } from '../../../test/sharing.ts'
import { formOf } from '../../../test/uploads.ts'
import { systemActor } from '../../platform/db/actor.ts'

const ours = generateKeyPairSync('ed25519')
const strangers = generateKeyPairSync('ed25519')
const { scene, get, post, share, newDocument } = sharingScene({
  rulesKeys: new Map([['tax-team', ours.publicKey]]),
})

let admin: string
let customerId: string
beforeAll(async () => {
  admin = await signInAs(scene.test, await createPerson(scene.test, 'admin'))
  customerId = await newCustomer()
})

async function newCustomer() {
  const id = await newDocument()
  const body = {
    form: 'ny-st-120',
    purchaser: 'Ruled Foods',
    seller: scene.business.manager.name,
    reason: 'resale',
    isBlanket: true,
    hasSignature: true,
    signedOn: '2025-05-04',
    expiresOn: null,
    states: [{ state: 'NY', number: '43-1234567' }],
    pages: [1],
    version: 1,
    shown: null,
  }
  const headers = { cookie: scene.cookie }
  await scene.test.call({ method: 'PUT', url: `/api/documents/${id}/exemption`, payload: body, headers })
  await share({ documentIds: [id], businessIds: [scene.business.id], emails: [], message: '' })
  const { items } = (await get('/api/received', scene.business.cookie)).json()
  await post('/api/received/verify', { documents: [{ id: items[0].id, version: 1 }] }, scene.business.cookie)
  return (await get('/api/coverage/customers?search=Ruled', scene.business.cookie)).json().items[0]
    .id as string
}

const newYork = states.get('NY')
if (!newYork) throw new Error('There is no New York.')
const condition = {
  id: 'ny/permit-photo',
  about: 'condition',
  text: 'New York asks for a photo of the permit.',
  from: null,
  until: null,
  confidence: 'high',
  source: {
    title: 'A notice of the state',
    address: null,
    quote: 'a photograph of the permit',
    seenOn: '2026-01-01',
    seenAs: 'text',
  },
}
const fileOf = (change: object = {}) => ({
  title: 'Permit photos in New York',
  publisher: 'Tax team',
  publishedOn: '2026-01-02',
  states: [{ ...newYork, rules: [...newYork.rules, condition] }],
  forms: [],
  ...change,
})
const signed = (rules: unknown, key: KeyObject = ours.privateKey) =>
  JSON.stringify(
    { signature: sign(null, Buffer.from(JSON.stringify(rules)), key).toString('base64'), rules },
    null,
    1,
  )

const upload = async (text: string, cookie = admin) => {
  const { payload, headers } = await formOf([
    { name: 'rules.json', bytes: Buffer.from(text), field: rulesFileField },
  ])
  return scene.test.call({
    method: 'POST',
    url: '/api/admin/rules/files',
    payload,
    headers: { ...headers, cookie },
  })
}
const activate = (id: string | null, seenVersion: string, cookie = admin) =>
  scene.test.call({
    method: 'PUT',
    url: '/api/admin/rules/active',
    payload: { id, seen: seenVersion },
    headers: { cookie },
  })
const list = async () => (await get('/api/admin/rules/files', admin)).json()
const ask = async (): Promise<CoverageAnswer> =>
  (await get(`/api/coverage/customers/${customerId}?state=NY`, scene.business.cookie)).json()
const save = async () => {
  const body = { customerId, state: 'NY', reference: '', locationId: null, allowedReason: '' }
  const { id } = (await post('/api/coverage/checks', body, scene.business.cookie)).json()
  return async () => (await get(`/api/coverage/checks/${id}`, scene.business.cookie)).json()
}
const texts = ({ reasons }: Pick<CoverageAnswer, 'reasons'>) => reasons.map(({ text }) => text)

it('is previewed, activated and taken back, and receipts keep the rules they were answered with', async () => {
  expect((await ask()).verdict).toBe('covered')
  const before = await save()
  const uploaded = await upload(signed(fileOf()))
  expect([uploaded.statusCode, uploaded.json()]).toMatchObject([
    201,
    { title: 'Permit photos in New York', publisher: 'Tax team', signedBy: 'tax-team', isActive: false },
  ])
  const { id } = uploaded.json()
  await expect
    .poll(async () => (await get(`/api/admin/rules/files/${id}`, admin)).json())
    .toMatchObject({
      changes: [{ id: 'ny/permit-photo', before: null, after: condition.text }],
      preview: {
        against: releasedRules.version,
        certificates: 1,
        customers: 1,
        businesses: 1,
        changes: [{ from: 'covered', to: 'check', count: 1 }],
      },
    })
  expect((await ask()).verdict, 'nothing changes before it is activated').toBe('covered')

  const activated = await activate(id, releasedRules.version)
  expect([activated.statusCode, activated.json()]).toEqual([200, { version: uploaded.json().version }])
  const answer = await ask()
  expect(answer.verdict).toBe('check')
  expect(texts(answer)).toContain(condition.text)
  expect(answer.reasons.find(({ text }) => text === condition.text)?.rule).toMatchObject({
    readBy: 'Tax team',
  })
  const during = await save()
  expect(await before()).toMatchObject({ verdict: 'covered', replayed: { verdict: 'covered' } })

  expect((await activate(null, releasedRules.version)).statusCode, 'someone looked before it changed').toBe(
    409,
  )
  await activate(null, uploaded.json().version)
  expect((await ask()).verdict).toBe('covered')
  expect((await list()).version).toBe(releasedRules.version)
  const kept = await during()
  expect(kept).toMatchObject({ verdict: 'check', replayed: { verdict: 'check' } })
  expect(texts(kept.replayed)).toContain(condition.text)

  const entries = await scene.test.services.database.transact(systemActor, (tx) =>
    tx
      .selectFrom('audit_entries')
      .select(['action', 'details'])
      .where('action', 'in', ['rules.upload', 'rules.activate'])
      .orderBy(sql`ctid`)
      .execute(),
  )
  expect(entries).toEqual([
    { action: 'rules.upload', details: { file: id } },
    { action: 'rules.activate', details: { file: id } },
    { action: 'rules.activate', details: { file: 'release' } },
  ])
})

it('can be removed while it is not active', async () => {
  const { id } = (await list()).items[0]
  const { version } = await list()
  await activate(id, version)
  const remove = () =>
    scene.test.call({ method: 'DELETE', url: `/api/admin/rules/files/${id}`, headers: { cookie: admin } })
  expect((await remove()).statusCode).toBe(409)
  await activate(null, (await list()).version)
  expect((await remove()).statusCode).toBe(204)
  expect((await list()).items).toEqual([])
  expect((await activate(id, version)).statusCode).toBe(404)
})

const rule = fileOf().states[0]
it.each([
  [
    'signed by a stranger',
    () => signed(fileOf(), strangers.privateKey),
    'No key that this installation trusts',
  ],
  [
    'changed after it was signed',
    () => signed(fileOf()).replace('photo of the permit', 'copy of the permit'),
    'No key that this installation trusts',
  ],
  ['that is no JSON', () => 'rules', 'This isn’t a JSON file.'],
  ['without a signature', () => JSON.stringify({ rules: fileOf() }), 'signature:'],
  ['with a field that we do not know', () => signed(fileOf({ comment: 'x' })), 'comment'],
  [
    'with a rule of high confidence without a quote',
    () =>
      signed(
        fileOf({
          states: [
            {
              ...rule,
              rules: [
                { ...condition, source: { ...condition.source, quote: undefined, seenAs: 'secondary' } },
              ],
            },
          ],
        }),
      ),
    'A rule of high confidence needs a quote.',
  ],
  [
    'with a rule of another state',
    () => signed(fileOf({ states: [{ ...rule, rules: [{ ...condition, id: 'tx/permit-photo' }] }] })),
    'must begin with ny/',
  ],
  ['that is empty', () => '', 'Please choose a rules file'],
])('refuses a file %s', async (_, text, message) => {
  const answer = await upload(text())
  expect([answer.statusCode, answer.json().fields?.[0]?.message]).toEqual([
    422,
    expect.stringContaining(message),
  ])
  expect((await list()).items).toEqual([])
})

it('gives way to the release when its key is no longer trusted', async () => {
  const uploaded = (await upload(signed(fileOf()))).json()
  await activate(uploaded.id, releasedRules.version)
  expect((await list()).version).toBe(uploaded.version)
  const trusted = scene.test.services.rules.keys as Map<string, KeyObject>
  trusted.delete('tax-team')
  await scene.test.services.rules.refresh()
  expect((await list()).version).toBe(releasedRules.version)
  expect(scene.test.logged()).toContain('the active rules file can’t be used')
  expect((await ask()).verdict).toBe('covered')
})
