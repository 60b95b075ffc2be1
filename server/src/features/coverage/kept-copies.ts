/**
 * What a seller relied on stays provable: from the first recorded sale on, a copy of the redacted certificate is kept for
 * the years that the state asks for. Only binders show it. The file of the version itself is held, so nothing is copied,
 * and nothing that happens at the same moment can lose it (0251).
 */
import type { Readable } from 'node:stream'
import type { listKeptCopies as listRoute } from '@exempta/contract/coverage'
import type { PageQuery } from '@exempta/contract/paging'
import type { RouteReturn } from '@exempta/contract/route'
import { addMonths, dayInWords } from '@exempta/knowledge/dates'
import { yearsToKeep } from '@exempta/knowledge/questions'
import { z } from 'zod'
import { type Call, personOf } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { defineKeyset } from '../../platform/db/keyset.ts'
import type { Row } from '../../platform/db/schema.ts'
import { publicLink } from '../../platform/email/links.ts'
import { queueEmail } from '../../platform/email/queue-email.ts'
import { timeOrderedId } from '../../platform/identifiers.ts'
import type { RemainingData } from '../../platform/personal-data.ts'
import { publish } from '../../platform/realtime/publish.ts'
import { rulesInForce } from '../../platform/rules/loaded-rules.ts'
import type { Services } from '../../platform/services.ts'
import { canBeEmailed } from '../accounts/index.ts'
import { notify } from '../notifications/index.ts'
import { reliedOnEmail } from './emails.ts'
import type { Sale } from './judge.ts'
import type { CustomerCertificate } from './queries/customers.ts'
import { keepCopy, listKeepers, listOwnCopies, nameOfCopy } from './queries/kept-copies.ts'

/** Where no rule of the state is known. */
const yearsKept = 4
/** States count from the day on which the return for a sale is due, at most about this long after the sale. */
const returnDueMonths = 13

export type KeptCopy = Row<'kept_copies'>

/** The last day on which a seller may have to show a certificate. */
export function keptUntil(state: string, form: string | null, reliedOn: string): string {
  const { years = yearsKept } = yearsToKeep({ state, form: form ?? undefined }, rulesInForce().rules) ?? {}
  return addMonths(reliedOn, returnDueMonths + Math.ceil(12 * years))
}

/** Part of the transaction that records the sale. Answers which copy shows what it relied on. */
export async function keepReliedCopy(
  services: Services,
  tx: Transaction,
  certificate: CustomerCertificate,
  { state, on }: Pick<Sale, 'state' | 'on'>,
): Promise<string | null> {
  const at = services.clock.now()
  const until = keptUntil(state, certificate.form, on)
  // A sale so long ago that no one may ask for the certificate anymore.
  if (until < at.toISOString().slice(0, 10)) return null
  const kept = await keepCopy(tx, {
    id: timeOrderedId(at),
    shareId: certificate.share_id,
    isLive: certificate.status !== 'revoked',
    customerId: certificate.customer_id,
    state,
    on,
    keptUntil: until,
    at,
  })
  if (kept?.isFirst) await notifyOwner(services, tx, kept.id, certificate, { on, until })
  return kept?.id ?? null
}

/** Once for each document and business. By email too, whatever the person chose: it says what can't be undone. */
async function notifyOwner(
  services: Services,
  tx: Transaction,
  copyId: string,
  certificate: CustomerCertificate,
  { on, until }: { on: string; until: string },
): Promise<void> {
  const { owner_id: id, owner_email: email, business_name: business, document_id: documentId } = certificate
  const document = await nameOfCopy(tx, copyId)
  const path = `/user/documents/${documentId}` as const
  const title = `${business} relied on ${document}`
  const message = reliedOnWords(business, on, until)
  await notify(services, tx, {
    audience: { kind: 'person', id },
    type: 'businesses',
    title,
    message,
    about: business,
    link: path,
  })
  publish(tx, `person:${id}`, 'changed', { topic: 'shares', ids: [certificate.share_id] })
  if (!canBeEmailed(email)) return
  await queueEmail(services, tx, {
    to: { id, email },
    template: reliedOnEmail,
    data: { title, message, link: publicLink(services.publicUrl, path) },
  })
}

const reliedOnWords = (business: string, on: string, until: string) =>
  `${business} used it for a tax-free purchase on ${dayInWords(on)}. Tax law requires sellers to keep proof, so ` +
  `${business} may keep a copy until ${dayInWords(until)}, even if you stop sharing or delete the document. Later ` +
  'purchases can extend this.'

const newestFirst = defineKeyset('kept copies', z.tuple([z.uuid()]))

export function listKeptCopies(
  { database }: Services,
  call: Call,
  { cursor, limit }: PageQuery,
): Promise<RouteReturn<typeof listRoute>> {
  const person = personOf(call)
  const before = newestFirst.read(cursor)
  return database.transact(
    person,
    async (tx) =>
      newestFirst.page(await listOwnCopies(tx, person.id, before?.[0], limit + 1), limit, ({ id }) => [id]),
    { readOnly: true },
  )
}

const keepersNamed = 20

/** What stays of a person's data when the account is deleted, in words. */
export const keptAfterErasure: RemainingData = async (tx, personId) => {
  const keepers = await listKeepers(tx, personId)
  const named = keepers
    .slice(0, keepersNamed)
    .map(
      ({ business, until }) =>
        `${business} relied on your certificate for a tax-free purchase and may keep a copy until ${dayInWords(until)}.`,
    )
  const more = keepers.length - named.length
  return more > 0 ? [...named, `So do ${more} other businesses.`] : named
}

/** The bytes of a copy. Only for binders: the caller has read the row with the rights of the business. */
export async function openKeptCopy(
  { files }: Pick<Services, 'files'>,
  { document_id: documentId, version }: Pick<KeptCopy, 'document_id' | 'version'>,
): Promise<{ stream: Readable; sizeBytes: number }> {
  return files.get({ documentId, rendition: 'redacted', version })
}
