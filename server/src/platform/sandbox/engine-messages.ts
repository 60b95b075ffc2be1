/** Messages between the server and a sandboxed engine. Answers come from a process that may have been compromised. */

import { Fingerprint, type Zone } from '@exempta/knowledge/schema'
import { CardClass, FieldName, FormCode, NotACertificate, StateCode } from '@exempta/knowledge/terms'
import type {
  FilledForm,
  FinishedPage,
  FormEntry,
  LastPage,
  PageRange,
  RedactedPage,
  Redaction,
  RedactOptions,
} from '@exempta/redaction'
import { z } from 'zod'
import type { Frame } from './frames.ts'

export type EngineOptions = Pick<
  RedactOptions,
  | 'card'
  | 'keepDriverLicense'
  | 'hideContactDetails'
  | 'boxes'
  | 'readAgain'
  | 'stamp'
  | 'withZones'
  | 'editions'
  | 'today'
  | 'firstPage'
>

/** After each finished page the engine waits for `continue` or `abort`. */
export type Order =
  | { type: 'redact'; options: EngineOptions }
  /** Has no answer. */
  | { type: 'warm-up' }
  | { type: 'join' }
  | { type: 'split'; parts: readonly PageRange[] }
  | { type: 'convert-tiff' }
  | { type: 'fill'; entries: readonly FormEntry[] }
  | { type: 'learn'; zones: readonly Zone[] }
  | { type: 'add-last-page'; page: LastPage }
  | { type: 'continue' }
  | { type: 'abort' }

type Released = Exclude<Redaction, { verdict: 'refused' }>
type Refused = Extract<Redaction, { verdict: 'refused' }>

export type Answer =
  | { type: 'ready' }
  | { type: 'progress'; page: number; pageCount: number }
  | { type: 'page'; page: Omit<RedactedPage, 'picture'> }
  | { type: 'result'; result: Refused | Omit<Released, 'output' | 'thumbnail'> }
  | { type: 'joined' }
  | { type: 'not-converted'; advice: string }
  | { type: 'split' }
  | { type: 'filled'; tooLong: number[] }
  | { type: 'learned'; pages: Fingerprint['pages'] }
  | { type: 'page-added' }
  | { type: 'aborted' }

// More than the engine's own limit; its code is not loaded into the server.
const pagesMax = 1000
const count = z.int().min(0).max(1_000_000)
const code = z.string().regex(/^[a-z-]{1,40}$/)
const share = z.number().min(0).max(1)
const point = z.tuple([z.number(), z.number()])
const quad = z.tuple([point, point, point, point])
const page = z.strictObject({
  width: count,
  height: count,
  findings: z.array(z.strictObject({ kind: code, quad, confidence: share, source: code })).max(100_000),
  uncertain: z
    .array(
      z.strictObject({
        quad,
        expected: code,
        reason: z.enum(['label-without-value', 'value-not-read', 'paper-without-secret', 'unexplained']),
      }),
    )
    .max(10_000),
  words: z.array(z.strictObject({ text: z.string().max(10_000), quad })).max(100_000),
  reading: z
    .strictObject({
      form: z
        .strictObject({
          code: FormCode,
          page: count,
          confidence: share,
          edition: z.enum(['older', 'other']).optional(),
          revision: z.string().min(1).max(40).optional(),
          zones: z
            .array(
              z.strictObject({
                field: FieldName,
                value: z.string().max(40).optional(),
                ...{ x: z.number(), y: z.number(), width: z.number(), height: z.number() },
              }),
            )
            .max(1_000)
            .optional(),
        })
        .optional(),
      notACertificate: NotACertificate.optional(),
      hasHiddenLicense: z.literal(true).optional(),
      sheet: z
        .string()
        .regex(/^[A-Za-z0-9_-]{43}$/)
        .optional(),
      fields: z
        .array(
          z.strictObject({
            name: FieldName,
            position: count,
            value: z.string().min(1).max(300),
            state: StateCode.optional(),
            quad,
            confidence: share,
            isSure: z.boolean(),
          }),
        )
        .max(1_000),
    })
    .optional(),
  card: CardClass.optional(),
})
const result = z.discriminatedUnion('verdict', [
  z.strictObject({
    verdict: z.enum(['clean', 'redacted']),
    type: z.enum(['pdf', 'jpeg', 'png']),
    pages: z.array(page).min(1).max(pagesMax),
  }),
  z.strictObject({ verdict: z.literal('refused'), reason: code, advice: z.string().max(500) }),
])
const answer = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready') }),
  z.strictObject({ type: z.literal('aborted') }),
  z.strictObject({ type: z.literal('progress'), page: count, pageCount: count }),
  z.strictObject({ type: z.literal('page'), page }),
  z.strictObject({ type: z.literal('result'), result }),
  z.strictObject({ type: z.literal('joined') }),
  z.strictObject({ type: z.literal('not-converted'), advice: z.string().max(500) }),
  z.strictObject({ type: z.literal('split') }),
  z.strictObject({ type: z.literal('filled'), tooLong: z.array(count).max(1_000) }),
  z.strictObject({ type: z.literal('learned'), pages: Fingerprint.shape.pages.max(20) }),
  z.strictObject({ type: z.literal('page-added') }),
])

export type CheckedAnswer =
  | Extract<Answer, { type: 'ready' | 'progress' | 'aborted' | 'learned' | 'not-converted' }>
  | { type: 'page'; page: FinishedPage }
  | { type: 'result'; result: Redaction }
  | { type: 'joined' | 'page-added'; file: Uint8Array }
  | { type: 'split'; files: Uint8Array[] }
  | ({ type: 'filled' } & FilledForm)

const starts = { pdf: '%PDF-', jpeg: '\xff\xd8\xff', png: '\x89PNG' } as const

/** Returns the answer in a frame, or throws when it is not a valid answer of the engine. */
export function checkAnswer({ head, parts }: Frame): CheckedAnswer {
  const message = answer.parse(head) as Answer
  if (message.type === 'page') return { type: 'page', page: finishedPage(message.page, parts) }
  if (message.type === 'joined' || message.type === 'page-added')
    return { type: message.type, file: fileOf(parts[0], 'pdf') }
  if (message.type === 'split') return { type: 'split', files: parts.map((part) => fileOf(part, 'pdf')) }
  if (message.type === 'filled') return { ...message, file: fileOf(parts[0], 'pdf') }
  if (message.type !== 'result' || message.result.verdict === 'refused') return message as CheckedAnswer
  const { type, pages } = message.result
  const [output, thumbnail, ...pictures] = parts
  if (!output || !thumbnail || pictures.length !== (type === 'pdf' ? pages.length : 0)) {
    throw new Error('A result came without its files.')
  }
  expectStart(output, starts[type])
  for (const picture of [thumbnail, ...pictures]) expectStart(picture, starts.jpeg)
  // Copied, so that a result does not keep the whole message in memory.
  return {
    type: 'result',
    result: {
      ...message.result,
      output: Uint8Array.from(output),
      thumbnail: Uint8Array.from(thumbnail),
      pages: pages.map((page, index) => {
        const picture = pictures[index]
        return picture ? { ...page, picture: Uint8Array.from(picture) } : page
      }),
    },
  }
}

/** Files of a page as they come in a frame: a PDF of it, its picture, and the thumbnail when it is the first. */
function finishedPage(
  page: Omit<RedactedPage, 'picture'>,
  [file, picture, thumbnail]: Uint8Array[],
): FinishedPage {
  return {
    ...page,
    file: fileOf(file, 'pdf'),
    picture: fileOf(picture, 'jpeg'),
    ...(thumbnail && { thumbnail: fileOf(thumbnail, 'jpeg') }),
  }
}

/** Returns a copy, so that it does not keep the whole message in memory. */
function fileOf(bytes: Uint8Array | undefined, type: keyof typeof starts): Uint8Array {
  if (!bytes) throw new Error('A result came without its files.')
  expectStart(bytes, starts[type])
  return Uint8Array.from(bytes)
}

function expectStart(bytes: Uint8Array, start: string) {
  if (!Buffer.from(bytes.subarray(0, start.length)).equals(Buffer.from(start, 'latin1'))) {
    throw new Error('A result is not of the type it says.')
  }
}
