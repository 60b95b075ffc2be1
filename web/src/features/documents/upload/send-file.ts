import type { CardSide } from '@exempta/contract/documents'
import { type UploadedFile, uploadDocuments } from '@exempta/contract/documents/files'
import { texts } from '@exempta/contract/texts'
import { ApiError, offlineError, readApiError } from '../../../lib/api-error.ts'
import { loadSession } from '../../../lib/session-calls.ts'
import { getSessionState } from '../../../lib/session-store.ts'
import type { UploadOptions } from './upload-store.ts'

export interface Sending {
  file: File
  side: CardSide | null
  options: UploadOptions
  /** The owner of the file: it is never sent for another person who logged in meanwhile. */
  personId: string
  onSent: (share: number | 'waiting') => void
}

const busyStatus = 503
const longestWaitSeconds = 60
const triesWhenBusy = 20

/** Sends one file and reports progress, which `fetch` cannot. Retries a busy server after the time it names. */
export async function sendFile(sending: Sending): Promise<UploadedFile> {
  const { file, side, options, personId, onSent } = sending
  for (let tries = 1; ; tries++) {
    const state = getSessionState()
    if (state.status !== 'signed-in' || state.session.person.id !== personId) {
      throw new ApiError('not-signed-in', texts.login.uploadFirst)
    }
    const request = await post(formOf(file, side, options), onSent)
    if (request.status === busyStatus && tries < triesWhenBusy) {
      onSent('waiting')
      const seconds = Number(request.getResponseHeader('retry-after') ?? 5)
      await new Promise((resolve) => setTimeout(resolve, Math.min(seconds, longestWaitSeconds) * 1000))
      continue
    }
    if (request.status !== 200) throw await refusalOf(request)
    const [answer] = (JSON.parse(request.responseText) as { files: UploadedFile[] }).files
    if (!answer) throw new ApiError('internal', texts.upload.failed)
    return answer
  }
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

function post(form: FormData, onSent: (share: number) => void): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(uploadDocuments.method, uploadDocuments.path)
    request.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0)
    request.onload = () => resolve(request)
    request.onerror = () => reject(offlineError())
    request.send(form)
  })
}
