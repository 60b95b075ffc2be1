import { lazy } from 'react'

export type { ShareStart } from './dialog/share-dialog.tsx'

// Loaded when somebody shares, or looks at what is shared: most visits of a page do neither.
export const ShareDialog = lazy(async () => ({
  default: (await import('./dialog/share-dialog.tsx')).ShareDialog,
}))
export const SharesList = lazy(async () => ({
  default: (await import('./list/shares-list.tsx')).SharesList,
}))
export const DocumentShares = lazy(async () => ({
  default: (await import('./of-document/document-shares.tsx')).DocumentShares,
}))
