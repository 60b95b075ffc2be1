import { lazy } from 'react'

export const ReceivedDocuments = lazy(async () => ({
  default: (await import('./list/received-documents.tsx')).ReceivedDocuments,
}))
