import type { BinderCounts } from '@exempta/contract/binders'
import type { Signer } from '../../platform/crypto/signing-keys.ts'
import type { Certificate } from './certificates.ts'
import type { BinderCustomer } from './queries/contents.ts'
import type { ContentScope, ListCounts } from './queries/sales.ts'

/** Everything that is read before the first byte is written. */
export interface BinderContent {
  scope: ContentScope
  businessName: string
  stateName: string
  counts: BinderCounts
  list: ListCounts | null
  customers: readonly BinderCustomer[]
  certificates: readonly Certificate[]
  publicUrl: string
  signer: Signer
}
