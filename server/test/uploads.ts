import type { Document } from '@exempta/contract/documents'
import type { UploadedFile } from '@exempta/contract/documents/files'
import type { TestApp } from './app.ts'

export interface FormFile {
  field?: 'document' | 'card-front' | 'card-back' | 'card' | 'proof' | 'blank' | 'rules' | 'file'
  name?: string
  bytes: Buffer
}

export const pdfBytes = (text = 'a form') => Buffer.from(`%PDF-1.7\n${text}`)
export const jpegBytes = (text = 'a photo') =>
  Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(text)])

/** A form as a browser sends it. */
export async function formOf(files: FormFile[], options: Record<string, string> = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries(options)) form.append(name, value)
  for (const { field = 'document', name = 'file.pdf', bytes } of files) {
    form.append(field, new Blob([new Uint8Array(bytes)]), name)
  }
  const response = new Response(form)
  return {
    payload: Buffer.from(await response.arrayBuffer()),
    headers: { 'content-type': response.headers.get('content-type') ?? '' },
  }
}

export async function upload(
  test: TestApp,
  cookie: string,
  files: FormFile[],
  options: Record<string, string> = {},
) {
  const { payload, headers } = await formOf(files, options)
  return test.call({ method: 'POST', url: '/api/documents', payload, headers: { ...headers, cookie } })
}

/** Uploads one file that is expected to be taken, and answers its document. */
export async function uploadOne(test: TestApp, cookie: string, file: FormFile): Promise<Document> {
  const answer = await upload(test, cookie, [file])
  const [taken] = (answer.json() as { files: UploadedFile[] }).files
  if (taken?.outcome !== 'accepted') throw new Error(`Not accepted: ${answer.body}`)
  return taken.document
}

/** Waits, without polling, until the document matches. Every change is published to its owner. */
export async function untilDocument<T extends Document>(
  test: TestApp,
  cookie: string,
  id: string,
  isDone: (document: T) => boolean,
): Promise<T> {
  let change = Promise.withResolvers<void>()
  const wake = () => change.resolve()
  // Events published during a disconnect are not repeated, so the document is fetched again.
  const stop = await test.services.database.listen('exempta_live', wake, { onGap: wake })
  try {
    for (;;) {
      change = Promise.withResolvers()
      const answer = await test.call({ method: 'GET', url: `/api/documents/${id}`, headers: { cookie } })
      const document = answer.json() as T
      if (isDone(document)) return document
      await change.promise
    }
  } finally {
    await stop()
  }
}

export const untilProcessed = (test: TestApp, cookie: string, id: string) =>
  untilDocument<Document>(test, cookie, id, ({ status, failure }) => {
    if (failure) throw new Error(`The document failed: ${failure.code}`)
    return status === 'processed'
  })
