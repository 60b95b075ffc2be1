import { type Document, getDocument, listDocuments } from '@exempta/contract/documents'
import type { RouteOutput } from '@exempta/contract/route'
import { replaceEqualDeep } from '@tanstack/react-query'
import { queryClient, routeQuery } from '../../lib/query.ts'
import { useSessionState } from '../../lib/session-store.ts'
import { useLiveStream } from '../../lib/use-live.ts'

type Progress = NonNullable<Document['progress']>
type Details = RouteOutput<typeof getDocument>
type List = RouteOutput<typeof listDocuments>

export const progressWords = ({ page, pageCount }: Progress) =>
  page > 0 ? `Page ${page} of ${pageCount}` : 'In the queue'

/** A page counts by half while it is read; null while nothing is known. */
export const progressPercent = ({ page, pageCount }: Progress) =>
  page > 0 && pageCount > 0 ? ((page - 0.5) / pageCount) * 100 : null

/** The furthest page of each document that the server said it reads. */
const furthest = new Map<string, Progress>()

/** A fetch that began before the server's last word about a document must not turn its progress back. */
function withFurthest<D extends Pick<Document, 'id' | 'status' | 'progress'>>(document: D): D {
  if (document.status !== 'processing') furthest.delete(document.id)
  const known = furthest.get(document.id)
  return known && known.page > (document.progress?.page ?? 0) ? { ...document, progress: known } : document
}

/** The best place in the queue that was shown for each document. */
const nearest = new Map<string, number>()

/** Others take turns, so a place can go back for a moment. What people see only counts down. */
export function withNearestPlace<D extends Pick<Details, 'id' | 'queuePlace'>>(document: D): D {
  const { id, queuePlace } = document
  if (queuePlace === null) {
    nearest.delete(id)
    return document
  }
  const place = Math.min(queuePlace, nearest.get(id) ?? queuePlace)
  nearest.set(id, place)
  return place === queuePlace ? document : { ...document, queuePlace: place }
}

const listKey = routeQuery(listDocuments, { query: {} }).queryKey.slice(0, 2)
const detailsKey = routeQuery(getDocument, { params: { id: '' } }).queryKey.slice(0, 2)
queryClient.setQueryDefaults(detailsKey, {
  structuralSharing: (before, now) =>
    replaceEqualDeep(before, withNearestPlace(withFurthest(now as Details))),
})
queryClient.setQueryDefaults(listKey, {
  structuralSharing: (before, now) => {
    const list = now as List
    return replaceEqualDeep(before, { ...list, items: list.items.map(withFurthest) })
  },
})

/** Writes the page that the server says it reads into the documents on screen. */
export function noteProgress({ documentId, ...progress }: Progress & { documentId: string }): void {
  furthest.set(documentId, progress)
  const { queryKey } = routeQuery(getDocument, { params: { id: documentId } })
  // The new data passes the defaults above, which put the progress in.
  queryClient.setQueryData(queryKey, (known: Details | undefined) => known && { ...known })
  queryClient.setQueriesData({ queryKey: listKey }, (known: List | undefined) => known && { ...known })
}

/** Follows the progress of the person's documents. */
export function useDocumentProgress(): void {
  const session = useSessionState()
  const stream = session.status === 'signed-in' ? (`person:${session.session.person.id}` as const) : null
  useLiveStream(stream, {
    // The layout receives changes and refetches.
    onEvent: () => {},
    onStale: () => {},
    onSignal: (message) => {
      if (message.name === 'documentProgress') noteProgress(message.payload)
    },
  })
}
