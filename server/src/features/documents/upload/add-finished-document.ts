import { createHmac, type KeyObject } from 'node:crypto'
import { AppError } from '../../../platform/app-error.ts'
import { type Call, personOf } from '../../../platform/call.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { timeOrderedId } from '../../../platform/identifiers.ts'
import type { Services } from '../../../platform/services.ts'
import { insertVersion } from '../queries/versions.ts'
import {
  discardResult,
  type Released,
  recordResult,
  resultColumns,
  type StagedResult,
  stageResult,
} from '../results/stage-result.ts'
import { acceptDocument } from './accept-document.ts'
import { safeName } from './safe-name.ts'
import { UploadRefused } from './untrusted-content.ts'

export interface FinishedFile {
  id: string
  name: string
  /** The bytes as they are kept and handed out, with the pictures and readings of their pages. */
  result: Released
}

/**
 * Adds a PDF that was made here and needs no processing. Its files are written before the transaction that `record`
 * belongs to; when `work` throws, nothing of them stays.
 */
export async function withFinishedDocument<T>(
  services: Services,
  file: FinishedFile,
  work: (record: (tx: Transaction, call: Call) => Promise<void>) => Promise<T>,
): Promise<T> {
  await services.files.requireFreeSpace()
  const key = await services.keys.get('document-content')
  const { id: documentId, result } = file
  const staged = await stageResult(services, {
    documentId,
    type: 'application/pdf',
    version: 1,
    result,
    earlier: [],
  })
  let isRecorded = false
  try {
    return await work(async (tx, call) => {
      await record(services, tx, call, file, staged, key)
      isRecorded = true
    })
  } catch (error) {
    isRecorded = false
    throw error instanceof UploadRefused ? new AppError('conflict', { text: error.message }) : error
  } finally {
    if (!isRecorded) await discardResult(services, staged)
  }
}

/** As the person of the call, who owns it. */
async function record(
  services: Services,
  tx: Transaction,
  call: Call,
  { id, name, result }: FinishedFile,
  staged: StagedResult,
  key: KeyObject,
): Promise<void> {
  const person = personOf(call)
  const at = services.clock.now()
  const file = {
    id,
    ownerId: person.id,
    name: safeName(name, 'application/pdf'),
    type: 'application/pdf' as const,
    sizeBytes: result.output.length,
    contentHash: createHmac('sha256', key).update(`${person.id}\0`).update(result.output).digest(),
    side: null,
    options: { hideContactDetails: false, keepDriverLicense: false, again: true },
    corrects: undefined,
    at,
  }
  await acceptDocument(services, tx, call, file, resultColumns(staged, at))
  await insertVersion(tx, id, 1, [], at)
  await recordResult(services, tx, staged)
}

export const newDocumentId = ({ clock }: Pick<Services, 'clock'>): string => timeOrderedId(clock.now())
