/**
 * What guests and auditors of the fuzz test are about: two businesses with a binder each, an owner with four
 * documents, and in every round new links for two strangers, a victim and an honest visitor. Everything that belongs to
 * one of them contains a word of its own (`canary-…`), so that it's recognized in anybody else's answer.
 */
import { type Auditor, auditorLimits } from '@exempta/contract/binders/auditors'
import { dayMs, hourMs } from '@exempta/contract/durations'
import type { CertificateRequest } from '@exempta/contract/requests'
import { vi } from 'vitest'
import { startTestApp, type TestApp } from '../app.ts'
import { confirmation, page, resale } from '../certificates.ts'
import { fakeSandbox, plainAnswer, uncertainAnswer } from '../fake-sandbox.ts'
import { linkIn, readEmails } from '../mailbox.ts'
import { createPerson, signInAs, type TestPerson } from '../people.ts'
import { createTestBusiness, type TestBusiness } from '../sharing.ts'
import { formOf, pdfBytes, untilProcessed, uploadOne } from '../uploads.ts'
import { GuestBrowser } from './guest-browser.ts'

/** Everybody in a round, with the binder that they're invited to. */
const parts = { a: 0, b: 1, victim: 1, honest: 0 } as const
export type Part = keyof typeof parts
const partNames = Object.keys(parts) as Part[]

/** What one of them got: a link by email for each thing that a link opens. */
interface Links {
  request: CertificateRequest
  share: { id: string; token: string; documentId: string }
  /** A signed link to the document, which opens for whoever has it. */
  viewToken: string
  audit: { id: string; token: string; certificateId: string }
}

/** IDs aren't secret, so strangers know all of them. Links are known where people pass them on. */
export interface Known {
  requestTokens: string[]
  shareTokens: string[]
  auditTokens: string[]
  linkIds: string[]
  grantIds: string[]
  documentIds: string[]
  certificateIds: string[]
  addresses: string[]
}

export interface Round {
  links: Record<Part, Links>
  browsers: Record<Part, GuestBrowser>
  known: Known
  standing: CertificateRequest
}

interface Binder {
  business: TestBusiness
  id: string
  certificateId: string
}

export interface GuestWorld {
  test: TestApp
  newRound(): Promise<Round>
  endRound(round: Round): Promise<void>
  close(): Promise<void>
}

const tokenAt = (url: string) => url.split('/').at(-1) ?? ''

export async function makeGuestWorld(): Promise<GuestWorld> {
  const fake = fakeSandbox()
  fake.answer = readAndRepeat
  const test = await startTestApp({ sandbox: fake.sandbox, runJobs: true, logLevel: 'error' })
  const owner = await createPerson(test)
  const documents = await makeDocuments(test, owner)
  const binders = [await makeBinder(test, 'binder0'), await makeBinder(test, 'binder1')] as const
  const [{ business }] = binders
  const location = await post(test, business.cookie, '/api/business/locations', {
    name: 'Elgin',
    state: 'IL',
  })
  const standingUrl = `/api/business/locations/${location.id}/request`
  const standing = await post<CertificateRequest>(test, business.cookie, standingUrl, {})
  let rounds = 0

  async function newRound(): Promise<Round> {
    rounds += 1
    // So that no day has more emails than a day allows.
    test.clock.advance(hourMs)
    const cookie = await signInAs(test, owner)
    for (const each of binders) each.business.cookie = await signInAs(test, each.business.manager)
    const links = {} as Record<Part, Links>
    for (const part of partNames) {
      const email = `${part}-${rounds}@example.org`
      const binder = binders[parts[part]]
      const message = part === 'victim' ? `canary-victim${rounds}` : null
      const ask = {
        email,
        customerName: `canary-${part}${rounds}`,
        customerReference: null,
        state: null,
        message,
      }
      const request = await post<CertificateRequest>(test, binder.business.cookie, '/api/requests', ask)
      const documentId = documents[part]
      await post(test, cookie, '/api/shares', { documentIds: [documentId], emails: [email] })
      const token = await linkFrom(test, email, '/s/')
      const view = await post<{ url: string }>(test, cookie, `/api/documents/${documentId}/view-links`, {})
      const share = await post<{ id: string }>(test, '', '/api/shared/look', { token })
      const endsOn = new Date(test.clock.now().getTime() + auditorLimits.days * dayMs)
        .toISOString()
        .slice(0, 10)
      const invite = `/api/binders/${binder.id}/auditors`
      const grant = await post<Auditor>(test, binder.business.cookie, invite, { email, endsOn })
      links[part] = {
        request,
        share: { id: share.id, token, documentId },
        viewToken: tokenAt(view.url),
        audit: {
          id: grant.id,
          token: await linkFrom(test, email, '/audit/'),
          certificateId: binder.certificateId,
        },
      }
    }
    const browsers = Object.fromEntries(
      partNames.map((part, at) => [
        part,
        new GuestBrowser(test, {
          name: part,
          source: `10.${at}.${Math.floor(rounds / 250)}.${rounds % 250}`,
          email: `${part}-${rounds}@example.org`,
          mayRead: [`${part}${rounds}`, `${part}document0`, `binder${parts[part]}`],
          linkId: links[part].share.id,
          documentId: links[part].share.documentId,
          grantId: links[part].audit.id,
          viewToken: links[part].viewToken,
        }),
      ]),
    ) as Record<Part, GuestBrowser>
    const all = partNames.map((part) => links[part])
    const passedOn = [links.a, links.b]
    return {
      links,
      browsers,
      standing,
      known: {
        requestTokens: [...passedOn.map(({ request }) => tokenAt(request.link)), tokenAt(standing.link)],
        shareTokens: passedOn.map(({ share }) => share.token),
        auditTokens: passedOn.map(({ audit }) => audit.token),
        linkIds: all.map(({ share }) => share.id),
        grantIds: all.map(({ audit }) => audit.id),
        documentIds: all.map(({ share }) => share.documentId),
        certificateIds: binders.map(({ certificateId }) => certificateId),
        addresses: [...partNames.map((part) => `${part}-${rounds}@example.org`), owner.email],
      },
    }
  }

  /** A binder has room for a few auditors only. */
  async function endRound({ links }: Round): Promise<void> {
    for (const part of partNames) {
      await test.database.executeAsOwner('delete from auditor_grants where id = $1', [links[part].audit.id])
    }
  }

  return { test, newRound, endRound, close: () => test.close() }
}

/** The engine's double returns what was in the file, and finds a certificate of whoever it belongs to. */
const readAndRepeat: NonNullable<ReturnType<typeof fakeSandbox>['answer']> = async (bytes, call) => {
  const text = bytes.toString('latin1')
  const result = await (text.includes('uncertain') ? uncertainAnswer : plainAnswer)(bytes, call)
  if (result.verdict === 'refused') return result
  const purchaser = /canary-[a-z]+\d+/.exec(text)?.[0] ?? 'Prairie Wind Foods Co'
  const fields = resale.map((field) => (field.name === 'purchaser' ? { ...field, value: purchaser } : field))
  return {
    ...result,
    output: Buffer.concat([result.output, bytes]),
    pages: result.pages.map((one) => ({
      ...one,
      ...(one.picture && { picture: Buffer.concat([one.picture, bytes]) }),
      ...(!call.boxes && { reading: page('ny-st-120', ...fields) }),
    })),
  }
}

async function post<Body = { id: string }>(
  test: TestApp,
  cookie: string,
  url: string,
  payload: object,
): Promise<Body> {
  const answer = await test.call({ method: 'POST', url, payload, headers: { cookie } })
  if (answer.statusCode >= 300) throw new Error(`POST ${url}: ${answer.statusCode} ${answer.body}`)
  return answer.body ? answer.json() : (undefined as Body)
}

async function linkFrom(test: TestApp, email: string, path: string): Promise<string> {
  const links = (await readEmails(test, email)).map(linkIn).filter((link) => link.includes(path))
  const [link = ''] = links
  return tokenAt(link)
}

async function makeDocuments(test: TestApp, owner: TestPerson): Promise<Record<Part, string>> {
  const cookie = await signInAs(test, owner)
  const made: [Part, string][] = []
  for (const part of partNames) {
    const word = `canary-${part}document0`
    const { id } = await uploadOne(test, cookie, { name: `${word}.pdf`, bytes: pdfBytes(word) })
    await untilProcessed(test, cookie, id)
    made.push([part, id])
  }
  return Object.fromEntries(made) as Record<Part, string>
}

/** A business with one customer, a sale that relied on the certificate, and a finished binder about it. */
async function makeBinder(test: TestApp, word: string): Promise<Binder> {
  const business = await createTestBusiness(test)
  const customer = await signInAs(test, await createPerson(test))
  const bytes = pdfBytes(`canary-${word}`)
  const { id: documentId } = await uploadOne(test, customer, { name: `canary-${word}.pdf`, bytes })
  await untilProcessed(test, customer, documentId)
  const purchaser = `canary-${word} Foods`
  const confirmed = await test.call({
    method: 'PUT',
    url: `/api/documents/${documentId}/exemption`,
    payload: { ...confirmation, purchaser, seller: business.manager.name },
    headers: { cookie: customer },
  })
  if (confirmed.statusCode !== 200) throw new Error(confirmed.body)
  await post(test, customer, '/api/shares', { documentIds: [documentId], businessIds: [business.id] })
  const { rows } = await test.database.executeAsOwner(
    'select id from document_shares where document_id = $1',
    [documentId],
  )
  const [{ id: shareId } = { id: '' }] = rows as { id: string }[]
  const documents = [{ id: shareId, version: 1 }]
  await post(test, business.cookie, '/api/received/verify', { documents })
  const url = `/api/coverage/customers?search=canary-${word}`
  const found = await test.call({ method: 'GET', url, headers: { cookie: business.cookie } })
  const sale = { state: 'NY', on: '2026-02-10', locationId: null, allowedReason: '' }
  await post(test, business.cookie, '/api/coverage/checks', {
    ...sale,
    customerId: found.json().items[0].id,
    reference: `canary-${word}`,
  })
  const form = await formOf([], { state: 'NY', from: '2026-02-01', to: '2026-02-28' })
  const begun = await test.call({
    method: 'POST',
    url: '/api/binders',
    payload: form.payload,
    headers: { ...form.headers, cookie: business.cookie },
  })
  const { id } = begun.json() as { id: string }
  await post(test, business.cookie, `/api/binders/${id}/make`, {})
  const isReady = async () => {
    const answer = await test.call({
      method: 'GET',
      url: `/api/binders/${id}`,
      headers: { cookie: business.cookie },
    })
    if (answer.json().status !== 'ready') throw new Error(`The binder is ${answer.json().status}`)
  }
  await vi.waitFor(isReady, { timeout: 60_000, interval: 100 })
  const kept = await test.database.executeAsOwner('select id from kept_copies where share_id = $1', [shareId])
  return { business, id, certificateId: (kept.rows[0] as { id: string }).id }
}
