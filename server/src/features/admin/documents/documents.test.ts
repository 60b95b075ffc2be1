import type { AdministeredDocument, AdministeredShare } from '@exempta/contract/admin/documents'
import { beforeAll, expect, it } from 'vitest'
import { auditOf } from '../../../../test/audit.ts'
import { createPerson, signInAs } from '../../../../test/people.ts'
import { createDocument, sharingScene } from '../../../../test/sharing.ts'

const { scene, get, post, share } = sharingScene()
let cookie: string
beforeAll(async () => {
  cookie = await signInAs(scene.test, await createPerson(scene.test, 'admin'))
})

const documents = async (query: string): Promise<AdministeredDocument[]> =>
  (await get(`/api/admin/documents?${query}`, cookie)).json().items
const shares = async (query: string): Promise<AdministeredShare[]> =>
  (await get(`/api/admin/shares?${query}`, cookie)).json().items

/** As if processing had failed for this reason. */
const fail = (id: string, reason: string, hasOriginal: boolean) =>
  scene.test.database.executeAsOwner(
    `update documents set status = 'failed', failure = $2, has_original = $3, version = 0, processed_at = null where id = $1`,
    [id, reason, hasOriginal],
  )

it('failed documents are listed with their owner, the reason and what can be done', async () => {
  const { test, owner } = scene
  const [slow, unreadable, fine] = [
    await createDocument(test, scene.cookie, 'slow.pdf'),
    await createDocument(test, scene.cookie, 'unreadable.pdf'),
    await createDocument(test, scene.cookie, 'fine.pdf'),
  ]
  await fail(slow, 'too-slow', true)
  await fail(unreadable, 'unreadable', false)
  const failed = await documents('status=failed')
  expect(failed.map(({ id, failure }) => [id, failure?.code, failure?.canRetry])).toEqual([
    [unreadable, 'unreadable', false],
    [slow, 'too-slow', true],
  ])
  expect(failed[0]).toMatchObject({ name: 'unreadable.pdf', owner: { id: owner.id, name: owner.name } })
  expect((await documents(`ownerId=${owner.id}`)).map(({ id }) => id)).toEqual([fine, unreadable, slow])
  const first = (await get('/api/admin/documents?limit=1', cookie)).json()
  const rest = (await get(`/api/admin/documents?limit=5&cursor=${first.nextCursor}`, cookie)).json()
  expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual([fine, unreadable, slow])
  const stranger = await createPerson(test)
  expect(await documents(`ownerId=${stranger.id}`)).toEqual([])

  const refused = await post(`/api/admin/documents/${unreadable}/retry`, {}, cookie)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'cannot-retry'])
  expect((await post(`/api/admin/documents/${stranger.id}/retry`, {}, cookie)).statusCode).toBe(404)
  const retried = await post(`/api/admin/documents/${slow}/retry`, {}, cookie)
  expect(retried.json()).toMatchObject({ id: slow, status: 'processing', failure: null })
  expect((await documents('status=failed')).map(({ id }) => id)).toEqual([unreadable])
  expect((await auditOf(test, slow)).filter(({ action }) => action === 'document.retry')).toMatchObject([
    { actor_role: 'admin' },
  ])
})

it('shares are listed by who shared them and by who received them', async () => {
  const { test, business, owner } = scene
  const id = await createDocument(test, scene.cookie, 'shared.pdf')
  await share({ documentIds: [id], businessIds: [business.id] })
  const [received, ...others] = await shares(`businessId=${business.id}`)
  expect(others).toEqual([])
  expect(received).toMatchObject({
    document: { id, name: 'shared.pdf' },
    owner: { id: owner.id, name: owner.name },
    business: { id: business.id },
    email: null,
    status: 'pending',
    reviewer: null,
  })
  expect(await shares(`ownerId=${owner.id}`)).toEqual([received])
  expect(await shares(`businessId=${scene.otherBusiness.id}`)).toEqual([])
  await post('/api/received/verify', { documents: [{ id: received?.id, version: 1 }] }, business.cookie)
  expect(await shares(`businessId=${business.id}`)).toMatchObject([
    { status: 'verified', reviewer: business.manager.name },
  ])
})
