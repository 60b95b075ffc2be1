import type { UploadedFile } from '@exempta/contract/documents/files'
import { sendAnswerPiece, startAnswerUpload } from '@exempta/contract/requests/answers'
import { requestLimits } from '@exempta/contract/requests/limits'
import { call, sendForm } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { forgetUpload, keepUpload } from './kept-upload.ts'

const retryDelaysMs = [1000, 2000, 5000, 10_000, 20_000]
const passing: readonly string[] = ['offline', 'unavailable', 'internal', 'too-many-requests', 'conflict']

export interface UploadProgress {
  /** 0 to 100 */
  percent: number
  /** The connection is lost, and we try again by ourselves. */
  isWaiting: boolean
}

/** Sends the file from where the server has it. Ends with an error only when waiting would not help. */
export async function uploadInPieces(
  token: string,
  file: File,
  onProgress: (progress: UploadProgress) => void,
): Promise<UploadedFile> {
  await keepUpload(token, file)
  let percent = 0
  for (let failures = 0; ; ) {
    try {
      const taken = await sendFrom(token, file, (receivedBytes) => {
        failures = 0
        percent = (receivedBytes / file.size) * 100
        onProgress({ percent, isWaiting: false })
      })
      await forgetUpload(token)
      return taken
    } catch (error) {
      const delayMs = retryDelaysMs[failures++]
      if (!(error instanceof ApiError && passing.includes(error.code)) || delayMs === undefined) throw error
      onProgress({ percent, isWaiting: true })
      await pause(delayMs)
    }
  }
}

async function sendFrom(
  token: string,
  file: File,
  onReceived: (bytes: number) => void,
): Promise<UploadedFile> {
  const body = {
    name: file.name.slice(0, requestLimits.untrustedNameLength),
    sizeBytes: file.size,
    modifiedAt: new Date(file.lastModified).toISOString(),
  }
  let { receivedBytes } = await call(startAnswerUpload, { params: { token }, body })
  for (;;) {
    onReceived(receivedBytes)
    const form = new FormData()
    for (const [name, value] of Object.entries(body)) form.append(name, String(value))
    form.append('at', String(receivedBytes))
    form.append('piece', file.slice(receivedBytes, receivedBytes + requestLimits.uploadPieceBytes), 'piece')
    const answer = await sendForm(sendAnswerPiece, form, { params: { token } })
    if (answer.file) return answer.file
    receivedBytes = answer.receivedBytes
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
