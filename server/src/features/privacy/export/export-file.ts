import type { FileIdentity } from '../../../platform/crypto/file-identity.ts'

/** Where the ZIP of an export is kept. */
export const exportFile = (exportId: string): FileIdentity => ({
  documentId: exportId,
  rendition: 'data-export',
  version: 1,
})
