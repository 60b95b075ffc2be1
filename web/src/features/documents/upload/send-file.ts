import { getReady } from '@exempta/contract/admin/health'
import type { CardSide } from '@exempta/contract/documents'
import { type UploadedFile, uploadDocuments } from '@exempta/contract/documents/files'
import { texts } from '@exempta/contract/texts'
import { ApiError, offlineError, readApiError } from '../../../lib/api-error.ts'
import { loadSession } from '../../../lib/session-calls.ts'
import { getSessionState } from '../../../lib/session-store.ts'
import type { UploadOptions, Waiting } from './upload-state.ts'

export interface Sending {
  file: File
  side: CardSide | null
  options: UploadOptions
  /** The owner of the file: it is never sent for another person who logged in meanwhile. */
  personId: string
  onSent: (share: number | Waiting) => void
}

const busyStatus = 503
const longestWaitSeconds = 60
const triesWhenBusy = 20
const lostConnectionsMax = 3
const looksForServer = 60
const lookAgainMs = 2000

/**
 * Sends one file and reports progress, which `fetch` cannot. Retries a busy server after the time it names. A lost
 * connection is retried when the server is back: it knows a file again that it had before its answer was lost.
 */
export async function sendFile(sending: Sending): Promise<UploadedFile> {
  const { file, side, options, personId, onSent } = sending
  let lost = 0
  for (let tries = 1; ; tries++) {
    const state = getSessionState()
    if (state.status !== 'signed-in' || state.session.person.id !== personId) {
      throw new ApiError('not-signed-in', texts.login.uploadFirst)
    }
    const request = await post(formOf(file, side, options), onSent)
    if (!request) {
      lost++
      // A second copy is asked for: whether the first attempt has made it can't be told from the answer.
      if (lost >= lostConnectionsMax || options.again) throw offlineError()
      onSent('unreachable')
      await waitForServer()
      continue
    }
    if (request.status === busyStatus && tries < triesWhenBusy) {
      onSent('busy')
      const seconds = Number(request.getResponseHeader('retry-after') ?? 5)
      await pause(Math.min(seconds, longestWaitSeconds) * 1000)
      continue
    }
    if (request.status !== 200) throw await refusalOf(request)
    const [answer] = (JSON.parse(request.responseText) as { files: UploadedFile[] }).files
    if (!answer) throw new ApiError('internal', texts.upload.failed)
    const isOurs = lost > 0 && answer.outcome === 'duplicate'
    return isOurs ? { ...answer, outcome: 'accepted' } : answer
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function waitForServer(): Promise<void> {
  for (let looks = 0; looks < looksForServer; looks++) {
    await pause(lookAgainMs)
    const answer = await fetch(getReady.path).catch(() => undefined)
    if (answer?.ok) return
  }
  throw offlineError()
}

async function refusalOf({ responseText, status }: XMLHttpRequest): Promise<ApiError> {
  const error = await readApiError(new Response(responseText, { status: status || 500 }))
  // The page's guard then leads to login and back.
  if (error.code === 'not-signed-in' || error.code === 'duty') void loadSession()
  return error
}

/** The options come before the file they are for. */
function formOf(file: File, side: CardSide | null, options: UploadOptions): FormData {
  const form = new FormData()
  for (const [name, isOn] of Object.entries(options)) if (isOn) form.append(name, 'true')
  form.append(side ? `card-${side}` : 'document', file, file.name)
  return form
}

/** Undefined without an answer. */
function post(form: FormData, onSent: (share: number) => void): Promise<XMLHttpRequest | undefined> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open(uploadDocuments.method, uploadDocuments.path)
    request.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0)
    request.onload = () => resolve(request)
    request.onerror = () => resolve(undefined)
    request.send(form)
  })
}
