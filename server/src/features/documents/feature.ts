import { systemActor } from '../../platform/db/actor.ts'
import { inBatches } from '../../platform/db/in-batches.ts'
import type { Feature } from '../../platform/feature.ts'
import { type AccountEraser, type DataContributor, readInBatches } from '../../platform/personal-data.ts'
import { shredDocument } from './change-documents.ts'
import { documentJobHandlers } from './jobs.ts'
import type { DocumentRow } from './queries/documents.ts'
import { documentPage } from './queries/list.ts'
import { type PageWithFields, readingsOf } from './queries/readings.ts'
import { listIdsOf } from './queries/sweep.ts'
import { type UncertainAreaRow, uncertainAreasOf } from './queries/uncertain-areas.ts'
import { asDocument, asUncertainArea } from './read-documents.ts'
import { documentRoutes } from './routes.ts'

/**
 * Exports the list of documents and their redacted files. Originals are never exported: they exist only
 * encrypted, until processed.
 */
export const documentsData: DataContributor = async function* ({ database, files }, person) {
  const all = () =>
    readInBatches<DocumentRow>((last, limit) =>
      database.transact(
        person,
        (tx) => {
          const after = last && ([last.created_at.toISOString(), last.id] as const)
          return documentPage(tx, person.id, {}, 'oldest', after, limit)
        },
        { readOnly: true },
      ),
    )
  yield { path: 'documents.json', rows: asDocuments(all()) }
  yield {
    path: 'document-checks.json',
    rows: asChecks(
      readInBatches<UncertainAreaRow>((last, limit) =>
        database.transact(person, (tx) => uncertainAreasOf(tx, person.id, last, limit), { readOnly: true }),
      ),
    ),
  }
  yield {
    path: 'document-readings.json',
    rows: asReadings(
      readInBatches<PageWithFields>((last, limit) =>
        database.transact(person, (tx) => readingsOf(tx, person.id, last, limit), { readOnly: true }),
      ),
    ),
  }
  for await (const { id, name, status, version } of all()) {
    if (status !== 'processed') continue
    yield {
      path: `documents/${id}/${name}`,
      open: async () => (await files.get({ documentId: id, rendition: 'redacted', version })).stream,
    }
  }
}

async function* asDocuments(rows: AsyncIterable<DocumentRow>) {
  for await (const row of rows) yield asDocument(row)
}

async function* asChecks(rows: AsyncIterable<UncertainAreaRow>) {
  for await (const { document_id: documentId, version, resolved_at: resolvedAt, ...row } of rows) {
    yield { documentId, version, ...asUncertainArea(row), resolvedAt }
  }
}

async function* asReadings(rows: AsyncIterable<PageWithFields>) {
  for await (const row of rows) {
    const { document_id: documentId, version, page, form, fields } = row
    yield {
      documentId,
      version,
      page,
      form,
      fields,
      formEdition: row.form_edition,
      printedRevision: row.printed_revision,
      notACertificate: row.not_a_certificate,
      hasHiddenLicense: row.has_hidden_license,
    }
  }
}

const batchSize = 50

/**
 * Erases one document per transaction, so that after an interruption each document is either complete or
 * gone.
 */
export const eraseDocuments: AccountEraser = (services, personId) =>
  inBatches(batchSize, async (size) => {
    const ids = await services.database.transact(systemActor, (tx) => listIdsOf(tx, personId, size))
    for (const id of ids) {
      await services.database.transact(systemActor, (tx) => shredDocument(services, tx, id))
    }
    return ids.length
  })

export const documents: Feature = {
  name: 'documents',
  routes: documentRoutes,
  jobs: documentJobHandlers,
  emails: [],
  personalData: { contributors: [documentsData], erasers: [eraseDocuments] },
  topics: ['documents'],
  hooks: () => ({}),
  links: [],
}
