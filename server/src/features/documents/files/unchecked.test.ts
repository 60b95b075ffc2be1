import { getArchivePage } from '@exempta/contract/archive'
import { openAuditCertificate } from '@exempta/contract/binders/auditors'
import { openBlankFormPage } from '@exempta/contract/knowledge/blank-forms'
import { openLearnedFormPage } from '@exempta/contract/knowledge/learned-forms'
import { getRequestQr } from '@exempta/contract/requests'
import { getAnswerPage } from '@exempta/contract/requests/answers'
import { openProof } from '@exempta/contract/review/verifications'
import { routes } from '@exempta/contract/routes'
import type { InjectOptions } from 'fastify'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeKey } from '../../../../test/api-keys.ts'
import { linkIn, readEmails } from '../../../../test/mailbox.ts'
import { createPerson, signInAs } from '../../../../test/people.ts'
import { sharingScene } from '../../../../test/sharing.ts'

/**
 * Every way by which someone else gets at a document, tried on one that is shared in every way: open while it needs
 * no check, closed as soon as it does. Nothing in the product makes a shared document need a check; here a
 * statement does, so that each way is seen to ask by itself.
 */
const { scene, get, post, share, listed, newDocument } = sharingScene()

let id: string
let shareId: string
let key: string
let links: { owner: string; business: string }
let emailed: { plain: Emailed; stamped: Emailed }

interface Emailed {
  token: string
  base: string
  cookie: string
}

async function openByEmail(email: string, hasWatermark: boolean): Promise<Emailed> {
  const wish = { documentIds: [id], emails: [email], hasWatermark }
  expect((await share(wish)).statusCode, email).toBe(200)
  const newest = async (template: string) => {
    const mail = (await readEmails(scene.test, email)).find((each) => each.template === template)
    if (!mail) throw new Error(`${email} got no ${template}`)
    return mail
  }
  const token =
    linkIn(await newest('mail-share'))
      .split('/s/')
      .at(-1) ?? ''
  const look = await post('/api/shared/look', { token }, '')
  await post('/api/shared/codes', { token }, '')
  const code = /\b\d{6}\b/.exec((await newest('mail-share-code')).text)?.[0] ?? ''
  const [cookie] = (await post('/api/shared/viewers', { token, code }, '')).cookies
  return { token, base: `/api/shared/${look.json().id}`, cookie: `${cookie?.name}=${cookie?.value}` }
}

const setNeedsCheck = (needsCheck: boolean) =>
  scene.test.database.executeAsOwner('update documents set needs_check = $2 where id = $1', [id, needsCheck])

beforeAll(async () => {
  key = (await makeKey(scene.test, scene.business)).key
  id = await newDocument()
  await share({ documentIds: [id], businessIds: [scene.business.id] })
  shareId = (await listed(`&documentId=${id}`))[0]?.id ?? ''
  const linkOf = async (cookie: string) =>
    (await post(`/api/documents/${id}/view-links`, {}, cookie)).json().url
  links = { owner: await linkOf(scene.cookie), business: await linkOf(scene.business.cookie) }
  emailed = {
    plain: await openByEmail('plain@example.org', false),
    stamped: await openByEmail('stamped@example.org', true),
  }
})
beforeEach(() => setNeedsCheck(false))

const byBusiness = (url: string) =>
  ({ method: 'GET', url, headers: { cookie: scene.business.cookie } }) as const
const byKey = (url: string) => ({ method: 'GET', url, headers: { authorization: `Bearer ${key}` } }) as const
const byEmail = (which: keyof typeof emailed, path: string) =>
  ({
    method: 'GET',
    url: `${emailed[which].base}${path}`,
    headers: { cookie: emailed[which].cookie },
  }) as const
const document = () => `/api/documents/${id}`

type Way = [name: string, route: string, request: () => InjectOptions, closed: string]

const ways: Way[] = [
  [
    'thumbnail for a business',
    '/api/documents/:id/thumbnail',
    () => byBusiness(`${document()}/thumbnail`),
    '404',
  ],
  ['page for a business', '/api/documents/:id/pages/:page', () => byBusiness(`${document()}/pages/1`), '404'],
  ['download by a business', '/api/documents/:id/file', () => byBusiness(`${document()}/file`), '404'],
  ['view link of a business', '/api/view/:token', () => ({ method: 'GET', url: links.business }), '410 gone'],
  ['view link of the owner', '/api/view/:token', () => ({ method: 'GET', url: links.owner }), '410 gone'],
  [
    'new view link for a business',
    '/api/documents/:id/view-links',
    () => ({ ...byBusiness(`${document()}/view-links`), method: 'POST' }),
    '404',
  ],
  [
    'new view link for the owner, which anybody can open',
    '/api/documents/:id/view-links',
    () => ({ method: 'POST', url: `${document()}/view-links`, headers: { cookie: scene.cookie } }),
    '409 needs-check',
  ],
  ['details for a business', '/api/received/:id', () => byBusiness(`/api/received/${shareId}`), '404'],
  [
    'history for a business',
    '/api/received/:id/history',
    () => byBusiness(`/api/received/${shareId}/history`),
    '404',
  ],
  [
    'verification by a business',
    '/api/received/verify',
    () => ({
      ...byBusiness('/api/received/verify'),
      method: 'POST',
      payload: { documents: [{ id: shareId, version: 1 }] },
    }),
    '404',
  ],
  ['details over the API', '/api/v1/documents/:id', () => byKey(`/api/v1/documents/${shareId}`), '404'],
  [
    'file over the API',
    '/api/v1/documents/:id/file',
    () => byKey(`/api/v1/documents/${shareId}/file`),
    '404',
  ],
  [
    'page over the API',
    '/api/v1/documents/:id/pages/:page',
    () => byKey(`/api/v1/documents/${shareId}/pages/1`),
    '404',
  ],
  [
    'look at an emailed link',
    '/api/shared/look',
    () => ({ method: 'POST', url: '/api/shared/look', payload: { token: emailed.plain.token } }),
    '410 gone',
  ],
  ['emailed share', '/api/shared/:link', () => byEmail('plain', ''), '410 gone'],
  [
    'details of an emailed document',
    '/api/shared/:link/documents/:id',
    () => byEmail('plain', `/documents/${id}`),
    '410 gone',
  ],
  [
    'page of an emailed document',
    '/api/shared/:link/documents/:id/pages/:page',
    () => byEmail('plain', `/documents/${id}/pages/1`),
    '410 gone',
  ],
  [
    'stamped page of an emailed document',
    '/api/shared/:link/documents/:id/pages/:page',
    () => byEmail('stamped', `/documents/${id}/pages/1`),
    '410 gone',
  ],
  [
    'download of an emailed document',
    '/api/shared/:link/documents/:id/file',
    () => byEmail('plain', `/documents/${id}/file`),
    '410 gone',
  ],
  [
    'stamped download of an emailed document',
    '/api/shared/:link/documents/:id/file',
    () => byEmail('stamped', `/documents/${id}/file`),
    '410 gone',
  ],
]

describe('a document that needs a check is closed to everybody else', () => {
  it.each(ways)('%s', async (_, _route, request, closed) => {
    const ask = () => scene.test.call(request())
    await setNeedsCheck(true)
    const refused = await ask()
    expect(`${refused.statusCode} ${refused.json().code}`).toMatch(closed)
    await setNeedsCheck(false)
    expect((await ask()).statusCode).toBeLessThan(300)
  })

  it('in every route that gives a file or a picture of a document', () => {
    const withFiles = routes.filter(
      ({ response, tag, path }) =>
        typeof response === 'object' &&
        'contentTypes' in response &&
        response.contentTypes.some((type) => type.startsWith('image/')) &&
        tag !== 'Applications' &&
        // Evidence about a business is no document of a user, and neither is the QR code of a request.
        !path.includes('/evidence/') &&
        path !== getRequestQr.path &&
        // Blank forms hold nothing of anyone, and screenshots of a state's website are the business's own.
        path !== openBlankFormPage.path &&
        path !== openLearnedFormPage.path &&
        path !== openProof.path &&
        // Kept copies stay, whatever becomes of the document; the test of auditors tries the others.
        path !== openAuditCertificate.path &&
        // Shown to the guest who owns the document, and who is asked to check it there.
        path !== getAnswerPage.path &&
        // Shown to the managers of the business that added the document, who are asked to check it there.
        path !== getArchivePage.path,
    )
    const tried = new Set(ways.map(([, route]) => route))
    expect(withFiles.length).toBeGreaterThan(5)
    expect(withFiles.map(({ path }) => path).filter((path) => !tried.has(path))).toEqual([])
  })

  it.each([
    ['the inbox of a business', () => byBusiness('/api/received')],
    ['the list over the API', () => byKey('/api/v1/documents')],
  ])('%s leaves it out', async (_, request) => {
    const ids = async () =>
      (await scene.test.call(request())).json().items.map((one: { id: string }) => one.id)
    await setNeedsCheck(true)
    expect(await ids()).not.toContain(shareId)
    await setNeedsCheck(false)
    expect(await ids()).toContain(shareId)
  })

  it('an emailed link to several documents shows the others', async () => {
    const other = await newDocument()
    await share({ documentIds: [other], emails: ['plain@example.org'] })
    await scene.test.database.executeAsOwner(
      `update document_shares set link_id = (select link_id from document_shares where document_id = $1 and email = $3)
       where document_id = $2 and email = $3`,
      [id, other, 'plain@example.org'],
    )
    await setNeedsCheck(true)
    const shown = await scene.test.call(byEmail('plain', ''))
    expect(shown.json().documents.map((one: { id: string }) => one.id)).toEqual([other])
    const hidden = await scene.test.call(byEmail('plain', `/documents/${id}/file`))
    expect(hidden.statusCode).toBe(404)
    await post('/api/shares/revoke', { ids: [(await listed(`&documentId=${other}`))[0]?.id] })
  })
})

describe('a document that needs a check cannot be shared', () => {
  it.each([
    ['with a business', () => ({ documentIds: [id], businessIds: [scene.otherBusiness.id] })],
    ['again with a business that has it', () => ({ documentIds: [id], businessIds: [scene.business.id] })],
    ['by email', () => ({ documentIds: [id], emails: ['new@example.org'] })],
    [
      'together with others',
      async () => ({ documentIds: [await newDocument(), id], businessIds: [scene.otherBusiness.id] }),
    ],
  ])('%s', async (_, wish) => {
    const webhookEvents = async () =>
      (await scene.test.database.executeAsOwner('select count(*) as count from webhook_events')).rows
    const before = [await listed(), await webhookEvents()]
    const wanted = await wish()
    await setNeedsCheck(true)
    const refused = await share(wanted)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'needs-check'])
    expect(refused.json().title).toMatch(/^Check form \d+\.pdf before you share it\.$/)
    expect([await listed(), await webhookEvents()]).toEqual(before)
    expect(await readEmails(scene.test, 'new@example.org')).toEqual([])
  })
})

describe('its owner', () => {
  beforeEach(() => setNeedsCheck(true))

  it.each([
    ['thumbnail', '/thumbnail'],
    ['page', '/pages/1'],
    ['download', '/file'],
    ['details', ''],
  ])('still has its %s', async (_, path) => {
    expect((await get(`${document()}${path}`)).statusCode).toBe(200)
    const stranger = await signInAs(scene.test, await createPerson(scene.test))
    expect((await get(`${document()}${path}`, stranger)).statusCode).toBe(404)
  })
})
