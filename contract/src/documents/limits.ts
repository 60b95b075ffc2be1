import { secondMs } from '../durations.ts'

/** Uploads and documents. */
export const documentLimits = {
  uploadMaxBytes: 10 * 1024 * 1024,
  uploadMaxFiles: 20,
  uploadRedirectMs: 2 * secondMs,
  documentPages: 200,
  documentNameLength: 200,
  documentsAtOnce: 100,
  documentsKept: 10_000,
  documentsKeptBytes: 10 * 1024 * 1024 * 1024,
  queuePlacesShown: 100,
  blackOutBoxes: 200,
  viewTokenLength: 300,
  dashboardRecentDocuments: 5,
  dashboardRecentBusinesses: 3,
  dashboardRejections: 3,
  dashboardExpirations: 3,
} as const

/** Accepted uploads: content type → file extensions. */
export const acceptedUploadTypes = {
  'application/pdf': ['.pdf'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
} as const
