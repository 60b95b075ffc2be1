import type { DocumentDetails } from '@exempta/contract/documents'
import { AppError } from '../../platform/app-error.ts'
import { type Call, personOf } from '../../platform/call.ts'
import type { Services } from '../../platform/services.ts'
import { namesSharedWith } from '../shares/index.ts'
import { asDocument } from './as-document.ts'
import { processDocumentJob } from './jobs/process-document-job.ts'
import { findOwnDocument } from './queries/documents.ts'
import { listFindings, listPages, listVersions, type VersionRow } from './queries/versions.ts'

export async function getDocument(services: Services, call: Call, id: string): Promise<DocumentDetails> {
  const person = personOf(call)
  const details = await services.database.transact(
    person,
    async (tx) => {
      const row = await findOwnDocument(tx, person.id, id)
      if (!row) throw new AppError('not-found')
      const pages = await listPages(tx, id, row.version)
      const findings = await listFindings(tx, id, row.version)
      const versions = await listVersions(tx, id)
      const sharedWith = await namesSharedWith(tx, person.id, [id], services.clock.now())
      return {
        ...asDocument(row, sharedWith.get(id)),
        pages: pages.map(({ page, width, height }) => ({
          page,
          width,
          height,
          findings: findings
            .filter((finding) => finding.page === page)
            .map(({ kind, quad }) => ({ kind, quad })),
        })),
        versions: versions.map(asVersion),
      }
    },
    { readOnly: true },
  )
  // The queue is nobody's table: it is asked outside the person's transaction.
  const waits = details.progress?.page === 0
  const place = waits ? await services.jobs.placeOf(processDocumentJob, { documentId: id }) : undefined
  return { ...details, queuePlace: place ?? null }
}

export const asVersion = ({ version, created_at, boxes, ready_at }: VersionRow) => ({
  version,
  createdAt: created_at.toISOString(),
  boxCount: boxes.length,
  isReady: ready_at !== null,
})
