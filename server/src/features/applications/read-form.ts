import { ApplicationForm } from '@exempta/contract/applications'
import { limits } from '@exempta/contract/limits'
import type { z } from 'zod'
import { AppError } from '../../platform/app-error.ts'
import type { UploadPart } from '../../platform/http/read-upload.ts'

export interface SentApplication {
  form: z.output<typeof ApplicationForm>
  untrustedName: string
  /** Empty when no file came. */
  resume: Buffer
}

/** Reads the form whole: a résumé is small, and its type shows only at its end. */
export async function readForm(parts: AsyncIterable<UploadPart>): Promise<SentApplication> {
  const fields: Record<string, string> = {}
  let untrustedName = ''
  let resume = Buffer.alloc(0)
  for await (const part of parts) {
    if (part.kind === 'field') fields[part.name] = part.value
    else if (part.field !== 'resume') throw wrongResume('This form takes one file, the resume')
    else {
      untrustedName = part.untrustedName
      resume = await readFile(part.content)
    }
  }
  const form = ApplicationForm.safeParse(fields)
  if (form.success) return { form: form.data, untrustedName, resume }
  throw new AppError('invalid-input', {
    fields: form.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
    cause: form.error,
  })
}

async function readFile(content: AsyncIterable<Buffer>): Promise<Buffer<ArrayBuffer>> {
  const pieces: Buffer[] = []
  let sizeBytes = 0
  for await (const piece of content) {
    sizeBytes += piece.length
    if (sizeBytes > limits.resumeMaxBytes) throw wrongResume('Please choose a file of at most 10 MB')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

export const wrongResume = (message: string) =>
  new AppError('invalid-input', { fields: [{ path: 'resume', message }] })
