import type { Transaction } from '../../../platform/db/database.ts'
import type { Services } from '../../../platform/services.ts'
import type { NewDocument } from '../queries/documents.ts'
import { finishVersion, insertFindings, insertPages } from '../queries/versions.ts'
import { countFindings, type StagedResult } from './stage-result.ts'

/** What the document says of itself once it has this result. */
export const resultColumns = ({ version, pages, findings }: StagedResult, now: Date) =>
  ({
    status: 'processed',
    has_original: false,
    version,
    page_count: pages.length,
    finding_counts: JSON.stringify(countFindings(findings)),
    processed_at: now,
    updated_at: now,
  }) as const satisfies Partial<NewDocument>

/** Makes the staged files openable and says what was hidden where; the version must be there. */
export async function recordResult(
  services: Services,
  tx: Transaction,
  { documentId, version, drafts, sizeBytes, pages, findings }: StagedResult,
): Promise<void> {
  await finishVersion(tx, documentId, version, sizeBytes, services.clock.now())
  await insertPages(tx, pages)
  await insertFindings(
    tx,
    findings.map((finding, position) => ({ ...finding, document_id: documentId, version, position })),
  )
  for (const draft of drafts) await services.files.publish(tx, draft)
}
