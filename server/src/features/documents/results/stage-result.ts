import { isDeepStrictEqual } from 'node:util'
import { type DocumentType, findingKinds, uncertainReasons } from '@exempta/contract/documents'
import { hiddenItems } from '@exempta/contract/documents/hidden-items'
import type { CardClass } from '@exempta/knowledge/terms'
import type { FindingCounts } from '../../../platform/db/column-values.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { RedactedPage, Redaction } from '../../../platform/sandbox/sandbox.ts'
import type { Services } from '../../../platform/services.ts'
import type { FileDraft } from '../../../platform/storage/put-file.ts'
import type { NewDocument } from '../queries/documents.ts'
import { insertReadings } from '../queries/readings.ts'
import { insertUncertainAreas, type UncertainAreaRow } from '../queries/uncertain-areas.ts'
import {
  type FindingRow,
  finishVersion,
  insertFindings,
  insertPages,
  type PageRow,
} from '../queries/versions.ts'
import { type NewReadings, quadOnPage, readPages, withoutHidden } from './check-reading.ts'

export type Released = Exclude<Redaction, { verdict: 'refused' }>
type NewFinding = Pick<FindingRow, 'page' | 'kind' | 'quad'>
type NewUncertainArea = Pick<UncertainAreaRow, 'page' | 'expected' | 'reason' | 'quad'>

export interface StagedResult {
  documentId: string
  version: number
  drafts: FileDraft[]
  sizeBytes: number
  pages: PageRow[]
  findings: NewFinding[]
  uncertain: NewUncertainArea[]
  read: NewReadings
  isCard: boolean
  /** The kind of the government card, if all cards in the file are of one. */
  card: CardClass | undefined
}

export interface ResultToStage {
  documentId: string
  type: DocumentType
  version: number
  result: Released
  /** Findings that the previous version had already hidden. */
  earlier: readonly NewFinding[]
  /** What was read on the previous version: a version that only hides more is not read again. */
  earlierRead?: NewReadings
}

const typeOf = { pdf: 'application/pdf', jpeg: 'image/jpeg', png: 'image/png' } as const
const findingsMax = 20_000
const uncertainMax = 1_000
/** Fails to compile if the engine finds a kind without a text in the contract. */
const kinds: Record<RedactedPage['findings'][number]['kind'], unknown> = findingKinds

/** Writes the encrypted files of a result. Nobody can open them until they are recorded. */
export async function stageResult(services: Services, toStage: ResultToStage): Promise<StagedResult> {
  const { documentId, version, result, earlier, earlierRead } = toStage
  if (typeOf[result.type] !== toStage.type)
    throw new Error('The result is of another type than the document.')
  const findings = [...earlier, ...result.pages.flatMap(findingsOn)]
  const uncertain = result.pages.flatMap(uncertainOn)
  if (findings.length > findingsMax || uncertain.length > uncertainMax) {
    throw new Error('The result names too many areas.')
  }
  const files: [rendition: string, content: Uint8Array[]][] = [
    ['redacted', [result.output]],
    ['thumbnail', [result.thumbnail]],
  ]
  if (result.type === 'pdf') files.push(['pages', result.pages.map(({ picture }) => present(picture))])
  const drafts: FileDraft[] = []
  try {
    for (const [rendition, content] of files) {
      drafts.push(await services.files.put({ documentId, rendition, version }, Buffer.concat(content)))
    }
  } catch (error) {
    await discardDrafts(services, drafts)
    throw error
  }
  return {
    documentId,
    version,
    drafts,
    sizeBytes: result.output.length,
    pages: pagesOf(toStage),
    findings,
    uncertain,
    read: earlierRead
      ? { ...earlierRead, fields: withoutHidden(earlierRead.fields, findings) }
      : readPages(result.pages, findings),
    isCard: result.pages.some((page) =>
      page.findings.some(({ source }) => source === 'card' || source === 'position'),
    ),
    card: cardOf(result.pages),
  }
}

/** Cards of different kinds leave it open which of them the document is about. */
function cardOf(pages: readonly RedactedPage[]): CardClass | undefined {
  const [first, ...others] = pages.flatMap(({ card }) => card ?? [])
  return others.every((other) => isDeepStrictEqual(other, first)) ? first : undefined
}

export const discardResult = (services: Services, { drafts }: StagedResult): Promise<void> =>
  discardDrafts(services, drafts)

async function discardDrafts({ files }: Services, drafts: readonly FileDraft[]): Promise<void> {
  for (const draft of drafts) await files.discard(draft)
}

function pagesOf({ documentId, version, result }: ResultToStage): PageRow[] {
  let at = 0
  return result.pages.map(({ width, height, picture }, index) => {
    const own = { document_id: documentId, version, page: index + 1, width, height }
    // An image file is its own page image.
    if (result.type !== 'pdf') {
      return {
        ...own,
        rendition: 'redacted',
        type: typeOf[result.type],
        start_byte: 0,
        end_byte: result.output.length,
      }
    }
    const start = at
    at += present(picture).length
    return { ...own, rendition: 'pages', type: 'image/jpeg', start_byte: start, end_byte: at }
  })
}

const findingsOn = (page: RedactedPage, index: number): NewFinding[] =>
  page.findings.map(({ kind, quad }) => {
    if (!(kind in kinds)) throw new Error('The result contains an unknown kind of finding.')
    return { page: index + 1, kind, quad: quadOnPage(page, quad) }
  })

const uncertainOn = (page: RedactedPage, index: number): NewUncertainArea[] =>
  page.uncertain.map(({ expected, reason, quad }) => {
    if (!(expected in kinds) || !uncertainReasons.includes(reason)) {
      throw new Error('The result contains an unknown kind of uncertain area.')
    }
    return { page: index + 1, expected, reason, quad: quadOnPage(page, quad) }
  })

function present(picture: Uint8Array | undefined): Uint8Array {
  if (!picture) throw new Error('A page came without its picture.')
  return picture
}

/** The document columns that describe this result. */
export const resultColumns = ({ version, pages, findings, uncertain }: StagedResult, now: Date) =>
  ({
    status: 'processed',
    has_original: false,
    version,
    page_count: pages.length,
    finding_counts: JSON.stringify(countFindings(findings, pages)),
    needs_check: uncertain.length > 0,
    processed_at: now,
    updated_at: now,
  }) as const satisfies Partial<NewDocument>

/** Known only while the original is read: a version that hides more keeps what its document has. */
export const cardColumns = ({ card }: Pick<StagedResult, 'card'>) =>
  ({
    card_program: card?.program ?? null,
    card_line: card?.line ?? null,
    card_billing: card?.billing ?? null,
  }) as const satisfies Partial<NewDocument>

/** Makes the staged files available and saves the findings. The version row must already exist. */
export async function recordResult(
  services: Services,
  tx: Transaction,
  { documentId, version, drafts, sizeBytes, pages, findings, uncertain, read }: StagedResult,
): Promise<void> {
  const now = services.clock.now()
  await finishVersion(tx, documentId, version, sizeBytes, now)
  await insertPages(tx, pages)
  await insertFindings(
    tx,
    findings.map((finding, position) => ({ ...finding, document_id: documentId, version, position })),
  )
  await insertUncertainAreas(
    tx,
    uncertain.map((area, position) => ({
      ...area,
      document_id: documentId,
      version,
      position,
      resolution: null,
      resolved_at: null,
    })),
  )
  await insertReadings(
    tx,
    read.readings.map((reading) => ({ ...reading, document_id: documentId, version, read_at: now })),
    read.fields.map((field) => ({ ...field, document_id: documentId, version })),
  )
  for (const draft of drafts) await services.files.publish(tx, draft)
}

/** How many values were hidden, by kind. */
export function countFindings(...[findings, pages]: Parameters<typeof hiddenItems>): FindingCounts {
  const counts: FindingCounts = {}
  for (const { kind } of hiddenItems(findings, pages)) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}
