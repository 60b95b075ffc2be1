import type { CardSide } from '@exempta/contract/documents'
import { texts } from '@exempta/contract/texts'
import { type UploadedFile, uploadDocuments } from '@exempta/contract/uploads'
import { ApiError, offlineError, readApiError } from '../../lib/api-error.ts'

const busyStatus = 503
const longestWaitSeconds = 60
const triesWhenBusy = 20

/** Sends one file and tells how far it got, which `fetch` cannot. A busy server is asked again when it says so. */
export async function sendFile(
  file: File,
  side: CardSide | null,
  onSent: (share: number) => void,
): Promise<UploadedFile> {
  for (let tries = 1; ; tries++) {
    const request = await post(formOf(file, side), onSent)
    if (request.status === busyStatus && tries < triesWhenBusy) {
      const seconds = Number(request.getResponseHeader('retry-after') ?? 5)
      await new Promise((resolve) => setTimeout(resolve, Math.min(seconds, longestWaitSeconds) * 1000))
      continue
    }
    if (request.status !== 200) {
      throw await readApiError(new Response(request.responseText, { status: request.status || 500 }))
    }
    const [answer] = (JSON.parse(request.responseText) as { files: UploadedFile[] }).files
    if (!answer) throw new ApiError('internal', texts.upload.failed)
    return answer
  }
}

function formOf(file: File, side: CardSide | null): FormData {
  const form = new FormData()
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
