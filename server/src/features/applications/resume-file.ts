import type { FileIdentity } from '../../platform/crypto/file-identity.ts'

export const resumeFile = (applicationId: string): FileIdentity => ({
  documentId: applicationId,
  rendition: 'resume',
  version: 1,
})
