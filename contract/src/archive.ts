import { NotACertificate } from '@exempta/knowledge/terms'
import { z } from 'zod'
import { only } from './access.ts'
import { archiveLimits } from './archive/limits.ts'
import { confirmExemption, DocumentReading } from './certificates.ts'
import { documentLimits } from './documents/limits.ts'
import { AreaResolution, Quad } from './documents.ts'
import { PageQuery, pageOf } from './paging.ts'
import { defineRoute, fileOf } from './route.ts'
import { OneLine } from './text.ts'
import { Version, VersionInUrl } from './whole-numbers.ts'

/**
 * A business brings the certificates it already has. They belong to the business, go through the same redaction as
 * every upload, and nobody has to share them.
 */

const tag = 'Archive'
const member = only('business')
const params = z.object({ id: z.uuid() })
const uuid = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}'

/** The name that documents of a business have as their owner. */
export const archiveOwnerName = 'Added by your business'
/** The same for documents that customers emailed. */
export const emailOwnerName = 'Received by email'

export const importStatusWords = {
  running: 'Running',
  paused: 'Paused',
  cancelled: 'Canceled',
  done: 'Done',
} as const
export type ArchiveStatus = keyof typeof importStatusWords
export const ArchiveStatus = z.enum(Object.keys(importStatusWords) as [ArchiveStatus, ...ArchiveStatus[]])

/** What came of the files: the lists of an import. */
export const archiveLists = {
  ready: 'Ready',
  look: 'Needs a look',
  other: 'Not a certificate',
  duplicate: 'Already added',
  refused: 'Couldn’t open',
} as const
export type ArchiveList = keyof typeof archiveLists
export const ArchiveList = z.enum(Object.keys(archiveLists) as [ArchiveList, ...ArchiveList[]])

/** What a person has to answer. The quick ones come first. */
export const archiveQuestions = {
  customer: 'Is this the same customer?',
  confirm: 'Did we read this right?',
  split: 'Where does each certificate begin?',
  fill: 'What does this certificate say?',
  check: 'Is anything private here?',
} as const
export type ArchiveQuestion = keyof typeof archiveQuestions
export const ArchiveQuestion = z.enum(
  Object.keys(archiveQuestions) as [ArchiveQuestion, ...ArchiveQuestion[]],
)

export const ArchiveImport = z.object({
  id: z.uuid(),
  status: ArchiveStatus,
  createdAt: z.iso.datetime(),
  createdBy: z.string().nullable().describe('Null if that account was deleted'),
  doneAt: z.iso.datetime().nullable(),
  files: z.int(),
  bytes: z.int(),
  counts: z.object({
    arriving: z.int().describe('Files of which a part is still missing'),
    waiting: z.int().describe('Files that are here and wait for their turn'),
    reading: z.int().describe('Files that are being read'),
    ready: z.int(),
    look: z.int(),
    other: z.int(),
    duplicate: z.int(),
    refused: z.int(),
  }),
  pages: z.int().describe('Pages that were read'),
  pagesPerMinute: z.number().nullable().describe('Over the last minutes. Null when nothing was read lately.'),
  secondsLeft: z.int().nullable().describe('An estimate. Null when there is nothing to estimate it from.'),
})
export type ArchiveImport = z.infer<typeof ArchiveImport>

export const listArchiveImports = defineRoute({
  method: 'GET',
  path: '/api/archive/imports',
  summary: 'List the imports of certificates, newest first',
  tag,
  access: member,
  query: PageQuery,
  response: pageOf(ArchiveImport),
  errors: ['not-allowed'],
})

export const createArchiveImport = defineRoute({
  method: 'POST',
  path: '/api/archive/imports',
  summary: 'Start adding certificates (managers)',
  tag,
  access: member,
  response: ArchiveImport,
  status: 201,
  errors: ['not-allowed', 'conflict'],
})

export const getArchiveImport = defineRoute({
  method: 'GET',
  path: '/api/archive/imports/:id',
  summary: 'Get an import with what came of its files',
  tag,
  access: member,
  params,
  response: ArchiveImport,
  errors: ['not-allowed', 'not-found'],
})

export const setArchiveImportStatus = defineRoute({
  method: 'PUT',
  path: '/api/archive/imports/:id/status',
  summary: 'Pause, resume or cancel an import (managers). What is ready stays.',
  tag,
  access: member,
  params,
  body: z.strictObject({ status: z.enum(['running', 'paused', 'cancelled']) }),
  response: ArchiveImport,
  errors: ['not-allowed', 'not-found', 'conflict'],
})

/** The same path, size and date mean the same file. */
export const ArchiveFileInput = z.strictObject({
  path: OneLine(archiveLimits.pathLength).transform((path) => path || 'Document'),
  sizeBytes: z.int().min(0).max(archiveLimits.bytes),
  modifiedAt: z.iso.datetime(),
})
export type ArchiveFileInput = z.output<typeof ArchiveFileInput>

export const ArchiveFileState = z.object({
  id: z.uuid(),
  receivedBytes: z.int().describe('The next piece begins here'),
  isWanted: z.boolean().describe('False if nothing more is to be sent'),
})
export type ArchiveFileState = z.infer<typeof ArchiveFileState>

export const addArchiveFiles = defineRoute({
  method: 'POST',
  path: '/api/archive/imports/:id/files',
  summary:
    'Name files to add (managers). The answer says, in their order, where each goes on; files named before go on where they were.',
  tag,
  access: member,
  params,
  body: z.strictObject({ files: z.array(ArchiveFileInput).min(1).max(archiveLimits.filesAtOnce) }),
  freeText: ['files.path'],
  response: z.object({ files: z.array(ArchiveFileState) }),
  errors: ['not-allowed', 'not-found', 'conflict'],
})

/** The field before the part `piece`. */
export const ArchivePieceForm = z.strictObject({
  at: z
    .string()
    .regex(/^\d{1,12}$/)
    .transform(Number)
    .describe('Where the piece begins'),
})

export const sendArchivePiece = defineRoute({
  method: 'POST',
  path: '/api/archive/files/:id/pieces',
  summary: `Send the next piece of a file (managers). Every piece but the last has ${archiveLimits.pieceBytes} bytes.`,
  tag,
  access: member,
  params,
  upload: true,
  response: ArchiveFileState,
  errors: [
    'not-allowed',
    'not-found',
    'conflict',
    'malformed-request',
    'too-large',
    'unavailable',
    'no-room',
  ],
})

export const ArchiveFile = z.object({
  id: z.uuid(),
  path: z.string(),
  sizeBytes: z.int(),
  list: ArchiveList,
  question: ArchiveQuestion.nullable(),
  text: z.string().nullable().describe('Why it is in this list'),
  documentId: z.uuid().nullable(),
  receivedId: z.uuid().nullable().describe('The certificate on the pages for reviewing'),
  customer: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  states: z.array(z.string()),
})
export type ArchiveFile = z.infer<typeof ArchiveFile>

export const listArchiveFiles = defineRoute({
  method: 'GET',
  path: '/api/archive/imports/:id/files',
  summary: 'List what came of the files of an import; questions that are quick to answer come first',
  tag,
  access: member,
  params,
  query: PageQuery.extend({ list: ArchiveList }),
  response: pageOf(ArchiveFile),
  errors: ['not-allowed', 'not-found'],
})

/** One certificate of a stack: its first and last page. */
export const ArchivePart = z.strictObject({
  from: z.int().min(1).max(documentLimits.documentPages),
  to: z.int().min(1).max(documentLimits.documentPages),
})
export type ArchivePart = z.infer<typeof ArchivePart>

export const ArchiveFileDetails = ArchiveFile.extend({
  importId: z.uuid(),
  version: z.int(),
  pageCount: z.int(),
  uncertainAreas: z
    .array(z.object({ page: z.int(), position: z.int(), quad: Quad }))
    .describe('Places that may be private. Only managers see the pages until they are decided.'),
  reading: DocumentReading.nullable(),
  proposedParts: z
    .array(
      ArchivePart.extend({
        customer: z.string().nullable().describe('The customer that a separator sheet before it names'),
      }),
    )
    .nullable()
    .describe(
      'Of a stack: the certificates in it, as far as we can tell. Blank pages and separator sheets are left out.',
    ),
  notACertificate: NotACertificate.nullable(),
  suggestions: z
    .array(z.object({ id: z.uuid(), name: z.string(), number: z.string().nullable(), reason: z.string() }))
    .describe('Customers that it may belong to'),
})
export type ArchiveFileDetails = z.infer<typeof ArchiveFileDetails>

export const getArchiveFile = defineRoute({
  method: 'GET',
  path: '/api/archive/files/:id',
  summary: 'Get a file with what was read and what is open (managers)',
  tag,
  access: member,
  params,
  response: ArchiveFileDetails,
  errors: ['not-allowed', 'not-found'],
})

export const getArchivePage = defineRoute({
  method: 'GET',
  path: '/api/archive/files/:id/pages/:page',
  summary: 'Open a redacted page of a file (managers)',
  tag,
  access: member,
  params: params.extend({ page: z.coerce.number().int().min(1).max(documentLimits.documentPages) }),
  query: z.object({ v: VersionInUrl.optional() }),
  response: fileOf('image/jpeg', 'image/png').recordedAs('document.view'),
  errors: ['not-allowed', 'not-found'],
})

export const archivePageAddress = (id: string, version: number, page: number) =>
  `/api/archive/files/${id}/pages/${page}?v=${version}`

export const checkArchiveFile = defineRoute({
  method: 'POST',
  path: '/api/archive/files/:id/check',
  summary: 'Decide about the places that may be private, for all of them at once (managers)',
  tag,
  access: member,
  params,
  body: z.strictObject({ version: Version, resolution: AreaResolution }),
  response: 'nothing',
  errors: ['not-allowed', 'not-found', 'conflict', 'needs-check'],
})

export const confirmArchiveFile = defineRoute({
  method: 'PUT',
  path: '/api/archive/files/:id/exemption',
  summary: 'Confirm what a certificate says. From then on, the business can rely on it (managers).',
  tag,
  access: member,
  params,
  body: confirmExemption.body,
  freeText: ['purchaser', 'seller'],
  response: ArchiveFile,
  errors: ['not-allowed', 'not-found', 'conflict', 'not-processed', 'needs-check'],
})

export const printSeparatorSheets = defineRoute({
  method: 'GET',
  path: '/api/archive/sheets',
  summary: 'Get separator sheets to print, one page for each customer (managers)',
  tag,
  access: member,
  query: z.object({
    ids: z
      .string()
      .regex(
        new RegExp(`^${uuid}(?:,${uuid}){0,${archiveLimits.sheetsAtOnce - 1}}$`),
        `Please choose up to ${archiveLimits.sheetsAtOnce} customers`,
      )
      .describe('IDs of customers, separated by commas'),
  }),
  response: fileOf('application/pdf').unrecorded('Shows names and numbers that the list of customers shows'),
  errors: ['not-allowed', 'not-found'],
})

export const splitArchiveFile = defineRoute({
  method: 'POST',
  path: '/api/archive/files/:id/split',
  summary: 'Split a stack into one file for each certificate, or say that it is one certificate (managers)',
  tag,
  access: member,
  params,
  body: z.strictObject({
    version: Version,
    parts: z.array(ArchivePart).min(1).max(documentLimits.documentPages),
  }),
  response: 'nothing',
  errors: ['not-allowed', 'not-found', 'conflict'],
})

export const chooseArchiveCustomer = defineRoute({
  method: 'PUT',
  path: '/api/archive/files/:id/customer',
  summary: 'Say which customer a certificate belongs to; null if it’s one of its own (managers)',
  tag,
  access: member,
  params,
  body: z.strictObject({ customerId: z.uuid().nullable() }),
  response: ArchiveFile,
  errors: ['not-allowed', 'not-found', 'conflict'],
})

export const removeArchiveFile = defineRoute({
  method: 'DELETE',
  path: '/api/archive/files/:id',
  summary: 'Delete a file that was added, with its document (managers)',
  tag,
  access: member,
  params,
  response: 'nothing',
  errors: ['not-allowed', 'not-found', 'conflict'],
})
