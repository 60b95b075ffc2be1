/**
 * Sends the files of imports in pieces, three at a time, while the person is on any page of the app. After a reload the
 * files have to be chosen again; then each goes on where it was.
 */
import {
  type ArchiveFileInput,
  type ArchiveFileState,
  addArchiveFiles,
  sendArchivePiece,
} from '@exempta/contract/archive'
import { archiveLimits } from '@exempta/contract/archive/limits'
import { call, sendForm } from '../../../lib/api.ts'
import { ApiError, errorText } from '../../../lib/api-error.ts'
import { type ChosenFile, convertPhoto } from './convert-photo.ts'

export interface UploadState {
  files: number
  sentFiles: number
  bytes: number
  sentBytes: number
  /** The connection is lost, and we try again by ourselves. */
  isWaiting: boolean
  trouble: string | undefined
}

const filesAtOnce = 3
const retryDelaysMs = [1000, 2000, 5000, 10_000, 20_000]
const passing: readonly string[] = ['offline', 'unavailable', 'internal', 'too-many-requests']

const uploads = new Map<string, UploadState>()
const stopped = new Set<string>()
const listeners = new Set<() => void>()

export const uploadOf = (importId: string): UploadState | undefined => uploads.get(importId)

export function followUploads(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function set(importId: string, change: Partial<UploadState> | undefined) {
  const before = uploads.get(importId)
  if (!change) uploads.delete(importId)
  else if (before) uploads.set(importId, { ...before, ...change })
  for (const listener of listeners) listener()
}

/** What isn't sent yet is not sent, until the files are chosen again. */
export function stopUpload(importId: string): void {
  stopped.add(importId)
  set(importId, undefined)
}

export async function startUpload(importId: string, chosen: readonly ChosenFile[]): Promise<void> {
  if (chosen.length === 0) return
  stopped.delete(importId)
  const before = uploads.get(importId)
  const bytes = chosen.reduce((sum, { file }) => sum + file.size, before?.bytes ?? 0)
  const added = { files: (before?.files ?? 0) + chosen.length, bytes, trouble: undefined, isWaiting: false }
  uploads.set(importId, { sentFiles: 0, sentBytes: 0, ...before, ...added })
  set(importId, {})
  window.addEventListener('beforeunload', warn)
  try {
    for (let at = 0; at < chosen.length; at += archiveLimits.filesAtOnce) {
      await sendSome(importId, chosen.slice(at, at + archiveLimits.filesAtOnce))
    }
    const now = uploads.get(importId)
    if (now && now.sentFiles >= now.files) set(importId, undefined)
  } catch (error) {
    set(importId, { trouble: errorText(error), isWaiting: false })
  } finally {
    if (uploads.size === 0) window.removeEventListener('beforeunload', warn)
  }
}

/** What isn't sent yet would have to be chosen again. */
const warn = (event: BeforeUnloadEvent) => event.preventDefault()

async function sendSome(importId: string, chosen: readonly ChosenFile[]): Promise<void> {
  const some: ChosenFile[] = []
  // One after the other: a photo takes much memory while it's open.
  for (const file of chosen) some.push(await convertPhoto(file))
  const inputs = some.map(inputOf)
  const { files } = await retried(importId, () =>
    call(addArchiveFiles, { params: { id: importId }, body: { files: inputs } }),
  )
  const waiting = some.flatMap(({ file }, i) => {
    const state = files[i]
    return state ? [{ file, state }] : []
  })
  const work = Array.from({ length: filesAtOnce }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (stopped.has(importId)) return
      await sendFile(importId, next)
    }
  })
  await Promise.all(work)
}

const inputOf = ({ path, file }: ChosenFile): ArchiveFileInput => ({
  path: path.slice(-archiveLimits.pathLength),
  sizeBytes: file.size,
  modifiedAt: new Date(file.lastModified).toISOString(),
})

async function sendFile(importId: string, { file, state }: { file: File; state: ArchiveFileState }) {
  let { id, receivedBytes, isWanted } = state
  const before = uploads.get(importId)?.sentBytes ?? 0
  set(importId, { sentBytes: before + (isWanted ? receivedBytes : file.size) })
  while (isWanted && !stopped.has(importId)) {
    const form = new FormData()
    form.append('at', String(receivedBytes))
    form.append('piece', file.slice(receivedBytes, receivedBytes + archiveLimits.pieceBytes), 'piece')
    const next = await retried(importId, () => sendForm(sendArchivePiece, form, { params: { id } }))
    const sent = uploads.get(importId)?.sentBytes ?? 0
    set(importId, { sentBytes: sent + next.receivedBytes - receivedBytes })
    receivedBytes = next.receivedBytes
    isWanted = next.isWanted
  }
  set(importId, { sentFiles: (uploads.get(importId)?.sentFiles ?? 0) + 1 })
}

/** Ends with an error only when waiting would not help. */
async function retried<T>(importId: string, work: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; ) {
    try {
      const done = await work()
      if (uploads.get(importId)?.isWaiting) set(importId, { isWaiting: false })
      return done
    } catch (error) {
      const delayMs = retryDelaysMs[failures++]
      if (!(error instanceof ApiError && passing.includes(error.code)) || delayMs === undefined) throw error
      set(importId, { isWaiting: true })
      await pause(delayMs)
    }
  }
}

/** Until the time has passed, or the connection is back. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    window.addEventListener('online', done)
    function done() {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      resolve()
    }
  })
}
