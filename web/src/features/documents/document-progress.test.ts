import { type DocumentDetails, getDocument, listDocuments } from '@exempta/contract/documents'
import { beforeEach, expect, it } from 'vitest'
import { queryClient, routeQuery } from '../../lib/query.ts'
import { noteProgress, withNearestPlace } from './document-progress.ts'

const id = 'd1'
const one = routeQuery(getDocument, { params: { id } }).queryKey
const list = routeQuery(listDocuments, { query: { status: 'processing' } }).queryKey
const at = (page: number, status = 'processing') =>
  ({ id, status, progress: status === 'processing' ? { page, pageCount: 3 } : null }) as DocumentDetails

/** What is shown after the server answered with this document. */
async function fetched(document: DocumentDetails) {
  const items = { items: [document], nextCursor: null }
  await queryClient.fetchQuery({ queryKey: one, queryFn: async () => document, staleTime: 0 })
  await queryClient.fetchQuery({ queryKey: list, queryFn: async () => items, staleTime: 0 })
  return shown()
}
const shown = () => [
  queryClient.getQueryData<DocumentDetails>(one)?.progress?.page,
  queryClient.getQueryData<typeof items>(list)?.items[0]?.progress?.page,
]
const items = { items: [] as DocumentDetails[] }

beforeEach(() => queryClient.clear())

it('never goes back to the queue when an older answer comes late', async () => {
  expect(await fetched(at(0))).toEqual([0, 0])
  noteProgress({ documentId: id, page: 1, pageCount: 3 })
  expect(shown()).toEqual([1, 1])
  expect(await fetched(at(0))).toEqual([1, 1])
  expect(await fetched(at(2))).toEqual([2, 2])
})

it('counts what was signaled before the first answer, and starts again after a failure', async () => {
  noteProgress({ documentId: id, page: 2, pageCount: 3 })
  expect(await fetched(at(0))).toEqual([2, 2])
  await fetched(at(0, 'failed'))
  expect(await fetched(at(0))).toEqual([0, 0])
})

it('counts a place in the queue down and never up', () => {
  const places = [3, 2, 5, 1, null, 4].map(
    (queuePlace) => withNearestPlace({ id: 'd2', queuePlace }).queuePlace,
  )
  expect(places).toEqual([3, 2, 2, 1, null, 4])
})
