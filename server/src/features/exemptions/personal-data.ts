import { type DataContributor, readInBatches } from '../../platform/personal-data.ts'
import { type ExemptionRow, exemptionsOf } from './queries.ts'
import { asExemption } from './read-certificates.ts'

/** What the person confirmed about their certificates. */
export const exemptionsData: DataContributor = async function* ({ database }, person) {
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
}

async function* asExemptions(rows: AsyncIterable<ExemptionRow>) {
  for await (const row of rows) yield { documentId: row.document_id, ...asExemption(row) }
}
