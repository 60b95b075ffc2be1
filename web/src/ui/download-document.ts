import { documentAddress } from '@exempta/contract/document-files'
import { offlineError, readApiError } from '../lib/api-error.ts'
import { loadSession } from '../lib/session-calls.ts'
import { downloadFailure } from './document-failures.ts'
import { toast } from './toast.ts'

/** Hands the redacted file to the browser to save under its name, or tells why not. */
export async function downloadDocument(id: string): Promise<void> {
  const address = documentAddress.download(id)
  try {
    // Asked first: a refusal is told on the page, not saved as a file.
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
