import { lazy } from 'react'

// Each page loads its own part: the list needs no drop zone, and the upload page no drawing.
export const DocumentView = lazy(async () => ({
  default: (await import('./document-page/document-view.tsx')).DocumentView,
}))
export const DocumentsList = lazy(async () => ({
  default: (await import('./list/documents-list.tsx')).DocumentsList,
}))
export const UploadForm = lazy(async () => ({
  default: (await import('./upload/upload-form.tsx')).UploadForm,
}))
