import type { Document } from '@exempta/contract/documents'

type Progress = NonNullable<Document['progress']>

export const progressWords = ({ page, pageCount }: Progress) =>
  page > 0 ? `Page ${page} of ${pageCount}` : 'In the queue'

/** A page counts by half while it is read; null while nothing is known. */
export const progressPercent = ({ page, pageCount }: Progress) =>
  page > 0 && pageCount > 0 ? ((page - 0.5) / pageCount) * 100 : null
