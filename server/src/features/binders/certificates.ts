/** The certificates of a binder: what was shared with the business, as it was redacted. */

import type { FileIdentity } from '../../platform/crypto/wrap-key.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { type ContentScope, countShared, listShared } from './queries/contents.ts'

export interface Certificate {
  shareId: string
  ownerId: string
  customer: string | null
  endsOn: string | null
  /** Within the binder. */
  path: string
  file: FileIdentity
}

const endings = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg', 'image/png': 'png' } as const

/** Letters, digits and dashes only, so that every system can unpack it. */
const plain = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)

export async function certificatesFor(tx: Transaction, scope: ContentScope): Promise<Certificate[]> {
  const rows = await listShared(tx, scope)
  return rows.map((row) => ({
    shareId: row.share_id,
    ownerId: row.owner_id,
    customer: row.customer_name,
    endsOn: row.ends_on,
    path: `certificates/${scope.state}-${plain(row.customer_name ?? '') || 'customer'}-${row.share_id}.${endings[row.type]}`,
    file: { documentId: row.document_id, rendition: 'redacted', version: row.version },
  }))
}

export const countCertificates = (tx: Transaction, scope: ContentScope): Promise<number> =>
  countShared(tx, scope)
