import { type CardSide, cardSides, type DocumentDetails, getDocument } from '@exempta/contract/documents'
import type { UploadedFile } from '@exempta/contract/uploads'
import { useQueries } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { routeQuery } from '../../../lib/query.ts'
import { asUpload } from './as-upload.ts'
import { uploadStoreOf } from './upload-store.ts'

const placeMs = 5000

/** The files of a person on their way from chosen to processed, as the server tells of them. */
export function useUploads(personId: string) {
  const store = uploadStoreOf(personId)
  const { files, ticked, options, isSending } = useSyncExternalStore(store.subscribe, store.getState)
  const documents = useQueries({
    queries: files.map(({ answer }) => ({
      ...routeQuery(getDocument, { params: { id: documentId(answer) ?? '' } }),
      enabled: documentId(answer) !== undefined,
      // Nobody tells how the documents of others get on.
      refetchInterval: ({ state }: { state: { data: DocumentDetails | undefined } }) =>
        state.data?.queuePlace ? placeMs : false,
    })),
  })
  const uploads = files.map((one, at) => asUpload(one, documents[at]?.data))
  const isMarked = (side: CardSide) => files.some((one) => one.side === side)
  return {
    store,
    uploads,
    ticked,
    options,
    isSending,
    isBusy: isSending || uploads.some(({ state }) => state === 'processing'),
    isDone: uploads.length > 0 && uploads.every(({ state }) => state === 'done'),
    /** Boxes that are ticked while no file is named. */
    unnamedSides: cardSides.filter((side) => ticked[side] && !isMarked(side)),
  }
}

export type Uploads = ReturnType<typeof useUploads>

const documentId = (answer: UploadedFile | undefined) =>
  answer && answer.outcome !== 'refused' ? answer.document.id : undefined
