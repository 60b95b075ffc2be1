import { type Document, getDocument, listDocuments } from '@exempta/contract/documents'
import type { RouteOutput } from '@exempta/contract/route'
import { useQueryClient } from '@tanstack/react-query'
import { routeQuery } from '../../lib/query.ts'
import { useSessionState } from '../../lib/session-store.ts'
import { useLiveStream } from '../../lib/use-live.ts'

type Progress = NonNullable<Document['progress']>

export const progressWords = ({ page, pageCount }: Progress) =>
  page > 0 ? `Page ${page} of ${pageCount}` : 'In the queue'

/** A page counts by half while it is read; null while nothing is known. */
export const progressPercent = ({ page, pageCount }: Progress) =>
  page > 0 && pageCount > 0 ? ((page - 0.5) / pageCount) * 100 : null

/** Writes the pages that the server says it reads into the documents on screen. */
export function useDocumentProgress(): void {
  const client = useQueryClient()
  const session = useSessionState()
  const stream = session.status === 'signed-in' ? (`person:${session.session.person.id}` as const) : null
  useLiveStream(stream, {
    // The layout receives changes and refetches.
    onEvent: () => {},
    onStale: () => {},
    onSignal(message) {
      if (message.name !== 'documentProgress') return
      const { documentId, page, pageCount } = message.payload
      const { queryKey } = routeQuery(getDocument, { params: { id: documentId } })
      client.setQueryData(queryKey, (known: RouteOutput<typeof getDocument> | undefined) =>
        known?.status === 'processing' ? { ...known, progress: { page, pageCount } } : known,
      )
      client.setQueriesData(
        { queryKey: [queryKey[0], listDocuments.path] },
        (known: RouteOutput<typeof listDocuments> | undefined) =>
          known && {
            ...known,
            items: known.items.map((item) =>
              item.id === documentId && item.progress ? { ...item, progress: { page, pageCount } } : item,
            ),
          },
      )
    },
  })
}
