/** What we read: the owner sees it, confirms it in one step, or says what the certificate really says. */
import {
  asksForGovernment,
  asksForOrganization,
  type confirmExemption as contract,
  type DocumentReading,
} from '@exempta/contract/certificates'
import type { RouteParsed } from '@exempta/contract/route'
import { forms } from '@exempta/knowledge/forms'
import { states } from '@exempta/knowledge/states'
import { findSecrets } from '@exempta/redaction/text'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, type PersonActor, personOf } from '../../../platform/call.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Services } from '../../../platform/services.ts'
import {
  type DocumentRow,
  findOwnDocument,
  listFields,
  listReadings,
  lockDocument,
  publishToOwner,
  updateDocument,
} from '../../documents/index.ts'
import { announceExemption } from '../../sharing/index.ts'
import { findSigned } from '../signing/queries.ts'
import { endsOf } from './expirations.ts'
import {
  countBusinesses,
  deleteExemption,
  deleteUndone,
  findExemption,
  findUndone,
  keepUndone,
  putEnds,
  putExemption,
} from './queries.ts'
import { asExemption, asReading, hasSameContent } from './read-certificates.ts'

export function getReading(services: Services, call: Call, id: string): Promise<DocumentReading> {
  const person = personOf(call)
  return services.database.transact(
    person,
    async (tx) => {
      const document = await findOwnDocument(tx, person.id, id)
      if (!document) throw new AppError('not-found')
      return readingOf(services, tx, document)
    },
    { readOnly: true },
  )
}

async function readingOf(
  { clock }: Services,
  tx: Transaction,
  { id, version, is_card: isCard }: DocumentRow,
): Promise<DocumentReading> {
  const readings = await listReadings(tx, id, version)
  const fields = await listFields(tx, id, version)
  const exemption = await findExemption(tx, id)
  return {
    ...asReading({ isCard, readings, fields, exemption, signed: await findSigned(tx, id) }, clock.now()),
    version,
    undone: exemption ? null : ((await findUndone(tx, id)) ?? null),
    businesses: await countBusinesses(tx, id),
  }
}

type Confirmed = RouteParsed<typeof contract>['body'] & { id: string }

/** Refused as a conflict when the document or what was confirmed has changed since the page was loaded. */
export async function confirmExemption(
  services: Services,
  call: Call,
  confirmed: Confirmed,
): Promise<DocumentReading> {
  const person = personOf(call)
  requireAllowed(confirmed)
  const { id, version, shown } = confirmed
  return services.database.transact(person, async (tx) => {
    const document = await requireOwn(tx, person, id)
    if (document.status !== 'processed') throw new AppError('not-processed')
    if (document.needs_check) throw new AppError('needs-check')
    if (document.version !== version) {
      throw conflict('You blacked out more of this document. Look at what we read again.')
    }
    const before = await findExemption(tx, id)
    if ((before?.confirmed_at.toISOString() ?? null) !== shown) {
      throw conflict('You changed this in another window. Take another look.')
    }
    const last = document.page_count ?? 0
    if (confirmed.pages.some((page) => page > last)) {
      throw new AppError('invalid-input', { fields: [{ path: 'pages', message: 'There is no such page.' }] })
    }
    const at = services.clock.now()
    // What reviewers have seen so far.
    const { certificates } = await readingOf(services, tx, document)
    const seen = before
      ? asExemption(before)
      : certificates.find(({ pages }) => pages.some((page) => confirmed.pages.includes(page)))?.suggestion
    await putExemption(tx, {
      document_id: id,
      owner_id: person.id,
      version,
      pages: [...new Set(confirmed.pages)].sort((a, b) => a - b),
      form: confirmed.form,
      purchaser: confirmed.purchaser,
      seller: confirmed.seller,
      reason: confirmed.reason,
      is_blanket: confirmed.isBlanket,
      has_signature: confirmed.hasSignature,
      signed_on: confirmed.signedOn,
      expires_on: confirmed.expiresOn,
      confirmed_at: at,
      // What was chosen for another reason doesn't stay.
      government: asksForGovernment(confirmed.reason) ? confirmed.government : null,
      government_state: asksForGovernment(confirmed.reason) ? confirmed.governmentState : null,
      organization: asksForOrganization(confirmed.reason) ? confirmed.organization : null,
      states: confirmed.states.map(({ state, number, issuedBy }) => ({ state, number, issuedBy })),
    })
    await deleteUndone(tx, id)
    await putEnds(tx, id, endsOf(confirmed, at))
    await recordAudit(tx, call, {
      at,
      action: 'exemption.confirm',
      target: { kind: 'document', id },
      details: { version, states: confirmed.states.length },
    })
    await updateDocument(tx, id, { updated_at: at })
    publishToOwner(tx, person.id, id)
    await announceExemption(services, tx, call, id, 'exemption.confirmed', {
      isReviewOver: !hasSameContent(confirmed, seen),
    })
    return readingOf(services, tx, document)
  })
}

export async function withdrawExemption(
  services: Services,
  call: Call,
  id: string,
): Promise<DocumentReading> {
  const person = personOf(call)
  return services.database.transact(person, async (tx) => {
    const document = await requireOwn(tx, person, id)
    const exemption = await findExemption(tx, id)
    if (exemption) {
      const at = services.clock.now()
      await keepUndone(tx, {
        document_id: id,
        owner_id: person.id,
        stated: asExemption(exemption),
        undone_at: at,
      })
      await deleteExemption(tx, id)
      await recordAudit(tx, call, {
        at,
        action: 'exemption.withdraw',
        target: { kind: 'document', id },
      })
      await updateDocument(tx, id, { updated_at: at })
      publishToOwner(tx, person.id, id)
      await announceExemption(services, tx, call, id, 'exemption.withdrawn', { isReviewOver: true })
    }
    return readingOf(services, tx, document)
  })
}

/** Locks the document: until the transaction ends nothing else changes it. */
async function requireOwn(tx: Transaction, person: PersonActor, id: string): Promise<DocumentRow> {
  const document = await lockDocument(tx, id)
  if (document?.owner_id !== person.id) throw new AppError('not-found')
  return document
}

/** Typed values are kept as readable text, so nothing that the pages hide may come in with them. */
function requireAllowed(confirmed: Confirmed): void {
  const typed = [
    ['purchaser', confirmed.purchaser],
    ['seller', confirmed.seller],
    ...confirmed.states.map(({ number }, i) => [`states.${i}.number`, number] as const),
  ] as const
  const fields = [
    ...typed
      .filter(([, value]) => value && findSecrets(value).length > 0)
      .map(([path]) => ({ path, message: 'This looks like a private number. Please leave it out.' })),
    ...confirmed.states.flatMap(({ state }, i) =>
      states.has(state) ? [] : [{ path: `states.${i}.state`, message: 'Please choose a state' }],
    ),
    ...(confirmed.form !== null && !forms.has(confirmed.form)
      ? [{ path: 'form', message: 'We don’t know this form.' }]
      : []),
  ]
  if (fields.length > 0) throw new AppError('invalid-input', { fields })
}

const conflict = (text: string) => new AppError('conflict', { text })
