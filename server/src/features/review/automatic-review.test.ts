import type { ReceivedDocument } from '@exempta/contract/review'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeKey } from '../../../test/api-keys.ts'
import { certificateScene, confirmation, page, resale } from '../../../test/certificates.ts'
import { addMember, createPerson, signInAs, type TestPerson } from '../../../test/people.ts'
import { formOf } from '../../../test/uploads.ts'
import { reviewAutomatically } from './automatic-review.ts'

const { scene, get, post, share, revoke, newDocument, nextPages, confirm, acts } = certificateScene()

const setting = '/api/business/automatic-review'
const turn = (isOn: boolean, as = scene.business.cookie) =>
  scene.test.call({ method: 'PUT', url: setting, payload: { isOn }, headers: { cookie: as } })
const change = (statement: string, values: unknown[] = []) =>
  scene.test.database.executeAsOwner(statement, values)

beforeAll(async () => {
  await change(`update businesses set name = 'Summit Wholesale' where id = any($1)`, [
    [scene.business.id, scene.otherBusiness.id],
  ])
})

interface Organization {
  purchaser: string
  domain: string
  number: string
}
let organizations = 0
function newOrganization(): Organization {
  organizations += 1
  return {
    purchaser: `Prairie${organizations} Foods Co`,
    domain: `prairie${organizations}.example`,
    number: `43-12${String(organizations).padStart(5, '0')}`,
  }
}

interface Sender extends TestPerson {
  cookie: string
}
let senders = 0
async function newSender(domain: string, { isConfirmed = true } = {}): Promise<Sender> {
  senders += 1
  const person = { ...(await createPerson(scene.test)), email: `buyer-${senders}@${domain}` }
  const at = isConfirmed ? scene.test.clock.now() : null
  await change('update users set email = $1, email_verified_at = $2 where id = $3', [
    person.email,
    at,
    person.id,
  ])
  return { ...person, cookie: await signInAs(scene.test, person) }
}

interface Certificate {
  documentId: string
  shareId: string
}

/** Uploads, confirms and shares a complete certificate of the organization. */
async function send(
  { cookie }: { cookie: string },
  { purchaser, number }: Organization,
  businessId = scene.business.id,
): Promise<Certificate> {
  nextPages(page('ny-st-120', ...fields({ purchaser, number })))
  const documentId = await newDocument(cookie)
  const stated = { ...confirmation, purchaser, states: [{ state: 'NY', number, issuedBy: 'NY' }] }
  const confirmed = await confirm(documentId, stated, cookie)
  expect(confirmed.statusCode, confirmed.body).toBe(200)
  const shared = await share({ documentIds: [documentId], businessIds: [businessId] }, cookie)
  expect(shared.statusCode, shared.body).toBe(200)
  const { rows } = await change('select id from document_shares where document_id = $1', [documentId])
  return { documentId, shareId: (rows[0] as { id: string }).id }
}

const verify = async ({ shareId }: Certificate, as = scene.business.cookie) => {
  const answer = await post('/api/received/verify', { documents: [{ id: shareId, version: 1 }] }, as)
  expect(answer.statusCode, answer.body).toBe(200)
}
async function lookUp({ shareId }: Certificate, result = 'active', state = 'NY') {
  const { payload, headers } = await formOf([], { kind: 'state-site', state, result })
  const answer = await scene.test.call({
    method: 'POST',
    url: `/api/received/${shareId}/verifications`,
    payload,
    headers: { ...headers, cookie: scene.business.cookie },
  })
  expect(answer.statusCode, answer.body).toBe(201)
}

/** A customer whose first certificate the team has looked up and verified. */
async function newCustomer(organization = newOrganization(), sender?: Sender) {
  const person = sender ?? (await newSender(organization.domain))
  scene.test.clock.advance(1000)
  const first = await send(person, organization)
  await lookUp(first)
  await verify(first)
  return { organization, sender: person, first }
}

async function reviewed({ documentId, shareId }: Certificate): Promise<ReceivedDocument> {
  await reviewAutomatically(scene.test.services, documentId)
  return (await get(`/api/received/${shareId}`, scene.business.cookie)).json()
}
/** Everything happens before the manager turns automatic review on, so that only this review counts. */
async function reviewedAfter(make: () => Promise<Certificate>): Promise<ReceivedDocument> {
  await turn(false)
  const certificate = await make()
  await turn(true)
  return reviewed(certificate)
}
const isVerifiedByRules = { status: 'verified', isByRules: true, reviewer: 'Exempta’s rules' }

/** Numbers that the state of New York or the IRS has published. */
async function publish(source: 'NY' | 'irs', number: string, name: string, isActive = true) {
  await change(
    `insert into number_files (source, file_date, row_count, content_hash, loaded_at)
     values ($1, '2026-02-01', 1, sha256('x'), now()) on conflict do nothing`,
    [source],
  )
  const plain = number.replaceAll('-', '')
  if (source === 'irs')
    await change(`insert into irs_organizations values ($1, $2, 'Omaha', 'NE', '03')`, [plain, name])
  else await change('insert into state_numbers values ($1, $2, $3, $4)', [source, plain, name, isActive])
}

describe('automatic review', () => {
  it('is off until a manager turns it on', async () => {
    expect((await get(setting, scene.business.cookie)).json()).toEqual({ isOn: false })
    const { sender, organization } = await newCustomer()
    expect(await reviewed(await send(sender, organization))).toMatchObject({ status: 'pending' })
    const viewer = await addMember(scene.test, scene.business.manager, 'viewer')
    expect((await turn(true, await signInAs(scene.test, viewer))).statusCode).toBe(403)
    expect((await turn(true)).json()).toEqual({ isOn: true })
    expect((await get(setting, scene.otherBusiness.cookie)).json()).toEqual({ isOn: false })
  })

  it('verifies what is beyond doubt, says so, lists it apart, and leaves to people what they reopened', async () => {
    await turn(false)
    const { sender, organization } = await newCustomer()
    await turn(true)
    const verified = await reviewed(await send(sender, organization))
    expect(verified).toMatchObject(isVerifiedByRules)
    scene.cookie = sender.cookie
    expect(await acts(verified.id)).toContain('verified exempta')
    const apart = async (query = '') =>
      (await get(`/api/received?limit=100&status=by-rules${query}`, scene.business.cookie))
        .json<{ items: ReceivedDocument[] }>()
        .items.map(({ id }) => id)
    expect(await apart()).toContain(verified.id)
    expect(await apart('&state=NY')).toContain(verified.id)
    expect(await apart(`&search=${organization.purchaser.split(' ')[0]}`)).toContain(verified.id)
    const reopened = await post(`/api/received/${verified.id}/reopen`, {}, scene.business.cookie)
    expect(reopened.json()).toMatchObject({ status: 'pending', isByRules: false, reviewer: null })
    expect(await apart()).not.toContain(verified.id)
    await reviewAutomatically(scene.test.services, verified.document.id)
    expect((await get(`/api/received/${verified.id}`, scene.business.cookie)).json().status).toBe('pending')
  })
})

describe('an honest certificate is verified:', () => {
  it.each<[string, () => Promise<Certificate>]>([
    [
      'the next one of a customer whom the team knows',
      async () => {
        const { sender, organization } = await newCustomer()
        return send(sender, organization)
      },
    ],
    [
      'the first one of a colleague, with a confirmed address of the organization’s domain',
      async () => {
        const { organization } = await newCustomer()
        return send(await newSender(organization.domain.toUpperCase()), organization)
      },
    ],
    [
      'one whose number is in the state’s file under the purchaser’s name, though nobody noted a look-up',
      async () => {
        const organization = newOrganization()
        const sender = await newSender(organization.domain)
        await verify(await send(sender, organization))
        await publish('NY', organization.number, organization.purchaser.toUpperCase())
        return send(sender, organization)
      },
    ],
    [
      'one of a person at a free email provider whom the team knows',
      async () => {
        const { sender, organization } = await newCustomer(newOrganization(), await newSender('gmail.com'))
        return send(sender, organization)
      },
    ],
  ])('%s', async (_, make) => {
    expect(await reviewedAfter(make)).toMatchObject(isVerifiedByRules)
  })
})

describe('a forged certificate stays pending:', () => {
  /** Copies what a known customer has sent, from another address. */
  const copyFrom = async (domainOf: (own: string) => string, options?: { isConfirmed: boolean }) => {
    const { organization } = await newCustomer()
    return send(await newSender(domainOf(organization.domain), options), organization)
  }
  /** What happens to the customer's first certificate before the second one comes. */
  const after = async (happens: (known: Awaited<ReturnType<typeof newCustomer>>) => Promise<unknown>) => {
    const known = await newCustomer()
    // The newest look-up counts, so it can't have the time of the one before.
    scene.test.clock.advance(1000)
    await happens(known)
    return send(known.sender, known.organization)
  }

  it.each<[string, () => Promise<Certificate>]>([
    [
      'the first document of a stranger',
      async () => send(await newSender('stranger.example'), newOrganization()),
    ],
    [
      'the first document of a stranger, with a number that the state lists under that name',
      async () => {
        const organization = newOrganization()
        await publish('NY', organization.number, organization.purchaser)
        return send(await newSender(organization.domain), organization)
      },
    ],
    ['a lookalike domain', () => copyFrom((own) => own.replace('prairie', 'prarie'))],
    ['a domain with a letter that looks the same', () => copyFrom((own) => own.replace('i', 'l'))],
    ['a subdomain', () => copyFrom((own) => `mail.${own}`)],
    ['a domain that begins like the organization’s', () => copyFrom((own) => `${own}.forger.example`)],
    ['a domain that ends like the organization’s', () => copyFrom((own) => `my${own}`)],
    ['an address of the domain that isn’t confirmed', () => copyFrom((own) => own, { isConfirmed: false })],
    [
      'a free email provider that a known customer uses, too',
      async () => {
        const { organization } = await newCustomer(newOrganization(), await newSender('gmail.com'))
        return send(await newSender('gmail.com'), organization)
      },
    ],
    [
      'a domain of a provider that isn’t on our list, with certificates of several purchasers',
      async () => {
        const domain = 'isp.example'
        const { organization } = await newCustomer({ ...newOrganization(), domain })
        await newCustomer({ ...newOrganization(), domain })
        return send(await newSender(domain), organization)
      },
    ],
    [
      'a guest with a confirmed address of the domain',
      async () => {
        const { organization } = await newCustomer()
        const guest = await newSender(organization.domain)
        const certificate = await send(guest, organization)
        await change(`update users set status = 'guest' where id = $1`, [guest.id])
        return certificate
      },
    ],
    [
      'a known customer in the name of another organization',
      async () => {
        const { sender } = await newCustomer()
        const { organization } = await newCustomer()
        return send(sender, organization)
      },
    ],
    [
      'someone else’s number, which the state lists under another name',
      async () => {
        const { sender, organization } = await newCustomer()
        const number = newOrganization().number
        await publish('NY', number, 'Harbor Supply LLC')
        return send(sender, { ...organization, number })
      },
    ],
    [
      'a number that the team knows, but that the state lists under another name',
      () => after(({ organization }) => publish('NY', organization.number, 'Harbor Supply LLC')),
    ],
    [
      'a number that the team knows, but that is no longer active in the state’s file',
      () => after(({ organization }) => publish('NY', organization.number, organization.purchaser, false)),
    ],
    [
      'a number that nobody looked up',
      async () => {
        const { sender, organization } = await newCustomer()
        return send(sender, { ...organization, number: newOrganization().number })
      },
    ],
    [
      'a number that was looked up and is not active',
      () => after(({ first }) => lookUp(first, 'not-active')),
    ],
    ['a number whose look-up was unclear', () => after(({ first }) => lookUp(first, 'unclear'))],
    [
      'a number that should have been looked up again',
      () =>
        after(({ first }) =>
          change(`update verifications set due_on = '2026-01-01' where share_id = $1`, [first.shareId]),
        ),
    ],
    [
      'a number that another customer’s certificate was looked up with',
      async () => {
        const { sender, organization } = await newCustomer()
        const other = await newCustomer()
        return send(sender, { ...organization, number: other.organization.number })
      },
    ],
    [
      'an earlier document that only rules verified',
      () =>
        after(({ first }) =>
          change('update document_shares set reviewed_by = null, reviewed_by_rules = true where id = $1', [
            first.shareId,
          ]),
        ),
    ],
    [
      'an earlier document that an API key verified',
      async () => {
        const organization = newOrganization()
        const sender = await newSender(organization.domain)
        const first = await send(sender, organization)
        await lookUp(first)
        const { key } = await makeKey(scene.test, scene.business)
        const answer = await scene.test.call({
          method: 'POST',
          url: `/api/v1/documents/${first.shareId}/verify`,
          payload: { version: 1 },
          headers: { authorization: `Bearer ${key}` },
        })
        expect(answer.statusCode, answer.body).toBe(200)
        return send(sender, organization)
      },
    ],
    [
      'an earlier document whose review was reopened',
      () => after(({ first }) => post(`/api/received/${first.shareId}/reopen`, {}, scene.business.cookie)),
    ],
    [
      'an earlier document that was rejected',
      () =>
        after(({ first }) =>
          change(
            `update document_shares set status = 'rejected', reject_reason = 'Not yours' where id = $1`,
            [first.shareId],
          ),
        ),
    ],
    [
      'an earlier document that is no longer shared',
      () => after(({ first, sender }) => revoke([first.shareId], sender.cookie)),
    ],
    [
      'an earlier document that its owner changed after it was verified',
      async () => {
        const { sender, organization, first } = await newCustomer()
        const wanted = newOrganization().purchaser
        const states = [{ state: 'NY', number: organization.number }]
        const again = await confirm(
          first.documentId,
          { ...confirmation, purchaser: wanted, states, shown: null },
          sender.cookie,
        )
        expect([200, 409]).toContain(again.statusCode)
        return send(sender, { ...organization, purchaser: wanted })
      },
    ],
    [
      'an account whose address was changed since the earlier document',
      () =>
        after(({ sender }) => {
          scene.test.clock.advance(1000)
          return change('update users set email_verified_at = $1 where id = $2', [
            scene.test.clock.now(),
            sender.id,
          ])
        }),
    ],
    [
      'an earlier document that only another business verified',
      async () => {
        const organization = newOrganization()
        const sender = await newSender(organization.domain)
        const elsewhere = await send(sender, organization, scene.otherBusiness.id)
        await verify(elsewhere, scene.otherBusiness.cookie)
        await publish('NY', organization.number, organization.purchaser)
        return send(sender, organization)
      },
    ],
  ])('%s', async (_, make) => {
    expect(await reviewedAfter(make)).toMatchObject({ status: 'pending', isByRules: false })
  })
})

describe('a certificate that asks for a look stays pending:', () => {
  it.each<[string, (own: Organization) => void, object]>([
    [
      'a value that is not sure',
      (own) =>
        nextPages(
          page('ny-st-120', ...fields(own).map((one) => ({ ...one, isSure: one.name !== 'number' }))),
        ),
      {},
    ],
    [
      'no signature',
      (own) => nextPages(page('ny-st-120', ...fields(own).filter(({ name }) => name !== 'signature'))),
      { hasSignature: false },
    ],
    [
      'another value than what was read',
      (own) => nextPages(page('ny-st-120', ...fields(own))),
      { isBlanket: false },
    ],
    [
      'another seller',
      (own) =>
        nextPages(
          page(
            'ny-st-120',
            ...fields(own).map((one) => (one.name === 'seller' ? { ...one, value: 'Lakeside Supply' } : one)),
          ),
        ),
      { seller: 'Lakeside Supply' },
    ],
    [
      'no seller',
      (own) => nextPages(page('ny-st-120', ...fields(own).filter(({ name }) => name !== 'seller'))),
      { seller: null },
    ],
    ['an unknown form', (own) => nextPages(page(undefined, ...fields(own))), { form: null }],
    [
      'two certificates in one file',
      (own) => nextPages(page('ny-st-120', ...fields(own)), page('ny-st-120', ...fields(own))),
      {},
    ],
  ])('%s', async (_, read, stated) => {
    await turn(false)
    const { sender, organization } = await newCustomer()
    await turn(true)
    read(organization)
    const documentId = await newDocument(sender.cookie)
    const { purchaser, number } = organization
    const body = { ...confirmation, purchaser, states: [{ state: 'NY', number, issuedBy: 'NY' }], ...stated }
    expect((await confirm(documentId, body, sender.cookie)).statusCode).toBe(200)
    await share({ documentIds: [documentId], businessIds: [scene.business.id] }, sender.cookie)
    const { rows } = await change('select id from document_shares where document_id = $1', [documentId])
    const certificate = { documentId, shareId: (rows[0] as { id: string }).id }
    expect(await reviewed(certificate)).toMatchObject({ status: 'pending', isByRules: false })
  })
})

const fields = ({ purchaser, number }: Omit<Organization, 'domain'>) =>
  resale.map((one) =>
    one.name === 'purchaser'
      ? { ...one, value: purchaser }
      : one.name === 'number'
        ? { ...one, value: number }
        : one,
  )
