import type { Feature } from '../../platform/feature.ts'
import { type DataContributor, readInBatches } from '../../platform/personal-data.ts'
import { carryExemption } from './reading/carry-exemption.ts'
import { type ExemptionRow, exemptionsOf, undoneOf } from './reading/queries.ts'
import { asExemption } from './reading/read-certificates.ts'
import { certificateRoutes } from './routes.ts'
import { signedOf } from './signing/queries.ts'
import { certificateExpiresEmail, receivedCertificatesExpireEmail } from './wallet/emails.ts'
import { certificateJobHandlers } from './wallet/jobs.ts'
import { fillsOf } from './wallet/queries/fills.ts'
import { remindersOf } from './wallet/queries/reminders.ts'
import { renewalsOf } from './wallet/queries/renewals.ts'

/**
 * What the person confirmed, or undid, about their certificates, reminders that they got, certificates that they renewed with the
 * businesses that they agreed to, and those filled in here.
 */
export const certificatesData: DataContributor = async function* ({ database }, person) {
  yield {
    path: 'exemptions.json',
    rows: asExemptions(
      readInBatches<ExemptionRow>((last, limit) =>
        database.transact(person, (tx) => exemptionsOf(tx, person.id, last?.document_id, limit), {
          readOnly: true,
        }),
      ),
    ),
  }
  yield {
    path: 'undone-confirmations.json',
    rows: readInBatches<Awaited<ReturnType<typeof undoneOf>>[number]>((last, limit) =>
      database.transact(person, (tx) => undoneOf(tx, person.id, last?.document_id, limit), {
        readOnly: true,
      }),
    ),
  }
  yield {
    path: 'certificate-reminders.json',
    rows: readInBatches<Awaited<ReturnType<typeof remindersOf>>[number]>((last, limit) =>
      database.transact(person, (tx) => remindersOf(tx, person.id, last, limit), { readOnly: true }),
    ),
  }
  yield {
    path: 'certificate-renewals.json',
    rows: readInBatches<Awaited<ReturnType<typeof renewalsOf>>[number]>((last, limit) =>
      database.transact(person, (tx) => renewalsOf(tx, person.id, last?.id, limit), { readOnly: true }),
    ),
  }
  yield {
    path: 'filled-certificates.json',
    rows: readInBatches<Awaited<ReturnType<typeof fillsOf>>[number]>((last, limit) =>
      database.transact(person, (tx) => fillsOf(tx, person.id, last?.documentId, limit), { readOnly: true }),
    ),
  }
  yield {
    path: 'signed-certificates.json',
    rows: readInBatches<Awaited<ReturnType<typeof signedOf>>[number]>((last, limit) =>
      database.transact(person, (tx) => signedOf(tx, person.id, last?.document_id, limit), {
        readOnly: true,
      }),
    ),
  }
}

async function* asExemptions(rows: AsyncIterable<ExemptionRow>) {
  for await (const row of rows) yield { documentId: row.document_id, ...asExemption(row) }
}

/**
 * What certificates say, read by the engine and confirmed by their owners, and the wallet: where they cover, reminders
 * before they expire, renewing them and filling in others.
 */
export const certificates: Feature = {
  name: 'certificates',
  routes: certificateRoutes,
  jobs: certificateJobHandlers,
  emails: [certificateExpiresEmail, receivedCertificatesExpireEmail],
  // Erased with their documents.
  personalData: { contributors: [certificatesData], erasers: [] },
  topics: [],
  hooks: (services) => ({
    versionReplaced: (tx, replaced) => carryExemption(services, tx, replaced),
  }),
  links: [],
}
