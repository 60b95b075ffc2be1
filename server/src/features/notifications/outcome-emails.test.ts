import { describe, expect, it } from 'vitest'
import { awaitEmail, readEmails } from '../../../test/mailbox.ts'
import { createPerson, signInAs, type TestPerson } from '../../../test/people.ts'
import { createDocument, sharingScene } from '../../../test/sharing.ts'

const { scene, get, post, share, listed } = sharingScene()

type Outcome = 'verified' | 'rejected' | 'firstView'
const everything = { verified: true, rejected: true, firstView: true }

interface Owner {
  person: TestPerson
  cookie: string
}
async function newOwner(): Promise<Owner> {
  const person = await createPerson(scene.test)
  return { person, cookie: await signInAs(scene.test, person) }
}

/** Shares a new document and returns the ids of the share and of the document. */
async function shareNew({ cookie }: Owner, terms: object = {}) {
  const documentId = await createDocument(scene.test, cookie)
  await share({ documentIds: [documentId], businessIds: [scene.business.id], ...terms }, cookie)
  const [own] = await listed(`&documentId=${documentId}`, cookie)
  return { id: own?.id ?? '', documentId }
}

const happen: Record<Outcome, (owner: Owner) => Promise<unknown>> = {
  async verified(owner) {
    const { id } = await shareNew(owner)
    await post('/api/received/verify', { documents: [{ id, version: 1 }] }, scene.business.cookie)
  },
  async rejected(owner) {
    const { id } = await shareNew(owner)
    await post(`/api/received/${id}/reject`, { version: 1, reason: 'It has expired.' }, scene.business.cookie)
  },
  async firstView(owner) {
    const { documentId } = await shareNew(owner)
    await get(`/api/documents/${documentId}/pages/1`, scene.business.cookie)
  },
}
const subjectOf = { verified: / verified /, rejected: / rejected /, firstView: / viewed / }
const choose = ({ cookie }: Owner, outcomes: object) =>
  scene.test.call({
    method: 'PUT',
    url: '/api/notifications/preferences',
    headers: { cookie },
    payload: { byMail: { users: false, businesses: true, other: true }, outcomes },
  })
const subjects = async ({ person }: Owner) =>
  (await readEmails(scene.test, person.email)).map(({ subject }) => subject)
/** Emails of the same queue come in order, so what was sent before this one has arrived with it. */
async function untilQueueIsEmpty(): Promise<void> {
  await expect
    .poll(
      async () =>
        (
          await scene.test.database.executeAsOwner(
            `select 1 from pgboss.job where name in ('mail-notification', 'tell-first-view') and state < 'completed'`,
          )
        ).rows.length,
      { timeout: 15_000 },
    )
    .toBe(0)
}

describe.each(['verified', 'rejected', 'firstView'] as const)('%s', (outcome) => {
  it('is emailed to new accounts', async () => {
    const owner = await newOwner()
    await happen[outcome](owner)
    const template = outcome === 'firstView' ? 'share-viewed' : 'notification'
    const email = await awaitEmail(scene.test, owner.person.email, template)
    expect(email.subject).toMatch(subjectOf[outcome])
    expect(email.account_id).toBe(owner.person.id)
    if (outcome === 'rejected') expect(email.text).toContain('It has expired.')
  })

  it('is not emailed to those who turned it off, whatever else they chose', async () => {
    const owner = await newOwner()
    expect((await choose(owner, { ...everything, [outcome]: false })).statusCode).toBe(200)
    await happen[outcome](owner)
    await untilQueueIsEmpty()
    expect((await subjects(owner)).filter((subject) => subjectOf[outcome].test(subject))).toEqual([])
  })

  it('is not emailed to accounts from before, which chose nothing', async () => {
    const owner = await newOwner()
    const text = 'delete from notification_preferences where user_id = $1'
    await scene.test.database.executeAsOwner(text, [owner.person.id])
    await happen[outcome](owner)
    await untilQueueIsEmpty()
    expect(await subjects(owner)).toEqual([])
  })
})

it('a first view is emailed where it was asked for when sharing, although it is turned off', async () => {
  const owner = await newOwner()
  await choose(owner, { ...everything, firstView: false })
  const { documentId } = await shareNew(owner, { notifiesOnFirstView: true })
  await get(`/api/documents/${documentId}/pages/1`, scene.business.cookie)
  expect((await awaitEmail(scene.test, owner.person.email, 'share-viewed')).subject).toMatch(/ viewed /)
})

it('members of a business and administrators start without them', async () => {
  for (const role of ['business', 'admin'] as const) {
    const cookie = await signInAs(scene.test, await createPerson(scene.test, role))
    const answer = await get('/api/notifications/preferences', cookie)
    expect(answer.json().outcomes, role).toEqual({
      verified: false,
      rejected: false,
      firstView: false,
      expiring: false,
    })
  }
})
