/**
 * The file of an unfinished upload stays in this browser until it has arrived: a photo that was taken in the page is
 * nowhere else, so after a reload it could not be chosen again.
 */
import { requestLimits } from '@exempta/contract/requests/limits'

const storeName = 'uploads'

interface KeptUpload {
  file: File
  keptAt: number
}

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

async function withStore<T>(work: (store: IDBObjectStore) => Promise<T>): Promise<T | undefined> {
  try {
    const opening = indexedDB.open('exempta-requests', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(storeName)
    const database = await settled(opening)
    try {
      return await work(database.transaction(storeName, 'readwrite').objectStore(storeName))
    } finally {
      database.close()
    }
  } catch {
    // Without this store, as in some private windows, the person chooses the file again after a reload.
    return undefined
  }
}

export const keepUpload = (token: string, file: File) =>
  withStore((store) => settled(store.put({ file, keptAt: Date.now() } satisfies KeptUpload, token)))

export const forgetUpload = (token: string) => withStore((store) => settled(store.delete(token)))

export async function findKeptUpload(token: string): Promise<File | undefined> {
  const kept = await withStore((store) => settled<KeptUpload | undefined>(store.get(token)))
  if (!kept) return undefined
  if (Date.now() - kept.keptAt < requestLimits.openAnswerMs) return kept.file
  await forgetUpload(token)
  return undefined
}
