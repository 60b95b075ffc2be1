import { documentAddress } from '@exempta/contract/documents/files'
import { texts } from '@exempta/contract/texts'
import { ApiError, offlineError, readApiError } from '../lib/api-error.ts'
import { loadSession } from '../lib/session-calls.ts'
import { toast } from '../ui/toast.ts'

const words = texts.documents
const notSignedIn = 401
const unavailable = 503

/** The specified words for a view link that could not be made. */
export function viewFailure(error: unknown): string {
  if (!(error instanceof ApiError) || error.code === 'offline') return words.viewUnexpected
  if (error.code === 'not-signed-in') return words.viewSignedOut
  if (error.code === 'needs-check') return error.message
  return error.code === 'not-found' ? words.linkUnavailable : words.linkFailed
}

/** The specified words for a download that was refused; only the status is known of it. */
export function downloadFailure(error: unknown): string {
  if (!(error instanceof ApiError) || error.code === 'offline') return words.downloadUnexpected
  if (error.status === notSignedIn) return words.downloadSignedOut
  const isRefused = error.status < 500 || error.status === unavailable
  return isRefused ? words.downloadUnavailable : words.downloadUnexpected
}

/** Lets the browser save the redacted file under its name, or shows why it cannot. */
export const downloadDocument = (id: string): Promise<void> => saveFrom(documentAddress.download(id))

/** The same for several redacted files in one ZIP file. */
export const downloadDocuments = (ids: readonly string[]): Promise<void> =>
  saveFrom(documentAddress.archive(ids))

async function saveFrom(address: string): Promise<void> {
  try {
    // Asked first, so that a refusal is shown on the page instead of being saved as a file.
    const answer = await fetch(address, { method: 'HEAD', credentials: 'same-origin' }).catch(() => {
      throw offlineError()
    })
    if (!answer.ok) {
      if (answer.status === 401) void loadSession('ended')
      throw await readApiError(answer)
    }
    const link = document.createElement('a')
    link.href = address
    link.download = ''
    link.click()
  } catch (error) {
    toast.error(downloadFailure(error))
  }
}
