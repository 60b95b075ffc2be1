import {
  ApplicationForm,
  positions,
  type ResumeType,
  resumeTypes,
} from '@exempta/contract/admin/applications'
import type { MaskedKind } from '@exempta/contract/masking'
import { formLimits } from '@exempta/contract/public/limits'
import type { z } from 'zod'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { Call } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import { queueEmail } from '../../../platform/email/queue-email.ts'
import { parseForm } from '../../../platform/http/parse-form.ts'
import type { UploadPart } from '../../../platform/http/read-upload.ts'
import { timeOrderedId } from '../../../platform/identifiers.ts'
import { maskText } from '../../../platform/mask-text.ts'
import { publish } from '../../../platform/realtime/publish.ts'
import type { Services } from '../../../platform/services.ts'
import { takeGuess } from '../../accounts/index.ts'
import { notify } from '../../notifications/index.ts'
import { isFromRobot } from '../../public/index.ts'
import { resumeFile } from './applications.ts'
import { applicationReceivedEmail } from './emails.ts'
import { insertApplication } from './queries.ts'

interface SentApplication {
  form: z.output<typeof ApplicationForm>
  masked: MaskedKind[]
  untrustedName: string
  /** Empty if no file was sent. */
  resume: Buffer
}

/** Reads the whole form into memory: a résumé is small, and its type is known only at its end. */
export async function readForm(parts: AsyncIterable<UploadPart>): Promise<SentApplication> {
  const fields: Record<string, string> = {}
  let untrustedName = ''
  let resume = Buffer.alloc(0)
  for await (const part of parts) {
    if (part.kind === 'field') fields[part.name] = part.value
    else if (part.field !== 'resume') throw wrongResume('Please attach one file: your resume')
    else {
      untrustedName = part.untrustedName
      resume = await readFile(part.content)
    }
  }
  return { ...parseForm(ApplicationForm, fields, ['name', 'coverLetter']), untrustedName, resume }
}

async function readFile(content: AsyncIterable<Buffer>): Promise<Buffer<ArrayBuffer>> {
  const pieces: Buffer[] = []
  let sizeBytes = 0
  for await (const piece of content) {
    sizeBytes += piece.length
    if (sizeBytes > formLimits.resumeMaxBytes) throw wrongResume('Please choose a file of at most 10 MB')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

const wrongResume = (message: string) =>
  new AppError('invalid-input', { fields: [{ path: 'resume', message }] })

const nameLength = 120
// Control characters and invisible ones that change the direction of the surrounding text.
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/**
 * Makes a file name that is safe to show and save: one line, no folders, no card numbers, and the extension of the real
 * type.
 */
function resumeName(untrusted: string, type: ResumeType): string {
  const plain = untrusted.toWellFormed().normalize('NFC').replace(invisible, '')
  const last = plain.split(/[/\\]/).at(-1) ?? ''
  const stem = last.replace(/\.(?:pdf|docx?)$/i, '').replace(/^[. ]+|[. ]+$/g, '')
  return (maskText([...stem].slice(0, nameLength).join('')).text || 'resume') + resumeTypes[type]
}

const oleMark = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const zipMark = Buffer.from('PK\x03\x04', 'latin1')
/** PDF readers look for the signature within this many bytes. */
const pdfHeadBytes = 1024
const wordStream = Buffer.from('WordDocument', 'utf16le')
const wordParts = ['[Content_Types].xml', 'word/document.xml']
const macroPart = 'vbaProject.bin'

/**
 * Detects the type from the content. Both kinds of Word file contain their part names uncompressed; files
 * with macros are refused.
 */
function sniffResume(untrusted: Buffer): ResumeType | undefined {
  if (untrusted.subarray(0, pdfHeadBytes).includes('%PDF-')) return 'application/pdf'
  if (startsWith(untrusted, oleMark) && untrusted.includes(wordStream)) return 'application/msword'
  const isWord =
    startsWith(untrusted, zipMark) &&
    wordParts.every((part) => untrusted.includes(part)) &&
    !untrusted.includes(macroPart)
  return isWord ? 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' : undefined
}

const startsWith = (bytes: Buffer, mark: Buffer) => bytes.subarray(0, mark.length).equals(mark)

/** Commits record, encrypted résumé, email and notification together. Returns what was masked. */
export async function submitApplication(
  services: Services,
  call: Call,
  { form, masked, untrustedName, resume }: SentApplication,
): Promise<MaskedKind[]> {
  if (await isFromRobot(services, form)) return []
  if (resume.length === 0) throw wrongResume('Please choose your resume')
  const type = sniffResume(resume)
  if (!type) throw wrongResume('Please choose a PDF, DOC or DOCX file without macros')
  await takeGuess(services, {
    at: 'job-application',
    subject: form.email,
    personId: undefined,
    deviceToken: undefined,
    ip: call.origin.ip,
  })
  const at = services.clock.now()
  const id = timeOrderedId(at)
  const draft = await services.files.put(resumeFile(id), resume)
  let isPublished = false
  try {
    await services.database.transact(systemActor, async (tx) => {
      await insertApplication(tx, {
        id,
        position: form.position,
        name: form.name,
        email: form.email,
        phone: form.phone,
        cover_letter: form.coverLetter,
        resume_name: resumeName(untrustedName, type),
        resume_type: type,
        resume_bytes: resume.length,
        submitted_at: at,
        updated_at: at,
      })
      await services.files.publish(tx, draft)
      await recordAudit(tx, call, { at, action: 'application.create', target: { kind: 'application', id } })
      const title = positions[form.position]
      await queueEmail(services, tx, {
        to: form.email,
        template: applicationReceivedEmail,
        data: { name: form.name, position: form.position === 'general' ? undefined : title },
      })
      publish(tx, 'role:admin', 'changed', { topic: 'applications', ids: [id] })
      await notify(services, tx, {
        audience: { kind: 'role', role: 'admin' },
        type: 'users',
        title: `${form.name} applied`,
        message: `Position: ${title}`,
        link: `/admin/applications?open=${id}`,
      })
    })
    isPublished = true
    return masked
  } finally {
    if (!isPublished) await services.files.discard(draft)
  }
}
