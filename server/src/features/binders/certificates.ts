/** The certificates of a binder: copies that are kept for its receipts, and what is shared for the same state now. */
import type { Readable } from 'node:stream'
import type { DocumentType } from '@exempta/contract/documents'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../platform/services.ts'
import { openKeptCopy } from '../coverage/index.ts'
import { type BinderCustomer, countFiles, listKept, listShared } from './queries/contents.ts'
import type { ContentScope } from './queries/sales.ts'

export interface Certificate {
  /** Of the copy or of the share; receipts name one or the other. */
  id: string
  shareId: string
  /** Null for a copy that is kept whatever its owner does. */
  ownerId: string | null
  customer: string | null
  endsOn: string | null
  /** Within the binder. */
  path: string
  open(services: Services): Promise<Readable>
}

const endings = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg', 'image/png': 'png' } as const

/** Letters, digits and dashes only, so that every system can unpack it. */
const plain = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)

const pathOf = (state: string, customer: string | null, id: string, type: DocumentType) =>
  `certificates/${state}-${plain(customer ?? '') || 'customer'}-${id}.${endings[type]}`

const openVersion = async (services: Services, file: { document_id: string; version: number }) =>
  (await openKeptCopy(services, file)).stream

/** By customer, like the index. */
export async function certificatesFor(
  tx: Transaction,
  scope: ContentScope,
  customers: readonly BinderCustomer[],
): Promise<Certificate[]> {
  const names = new Map(customers.map(({ customer_id, name }) => [customer_id, name]))
  const kept = (await listKept(tx, scope)).map((copy): Certificate => {
    const customer = names.get(copy.customer_id) ?? null
    return {
      id: copy.id,
      shareId: copy.share_id,
      ownerId: null,
      customer,
      endsOn: null,
      path: pathOf(scope.state, customer, copy.id, copy.document_type),
      open: (services) => openVersion(services, copy),
    }
  })
  const shared = (await listShared(tx, scope)).map(
    (row): Certificate => ({
      id: row.share_id,
      shareId: row.share_id,
      ownerId: row.owner_id,
      customer: row.customer_name,
      endsOn: row.ends_on,
      path: pathOf(scope.state, row.customer_name, row.share_id, row.type),
      open: (services) => openVersion(services, row),
    }),
  )
  const nameOf = ({ customer }: Certificate) => customer ?? '\u{10FFFF}'
  return [...kept, ...shared].sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
}

export const countCertificates = (tx: Transaction, scope: ContentScope): Promise<number> =>
  countFiles(tx, scope)
