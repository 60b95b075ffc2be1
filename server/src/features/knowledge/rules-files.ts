/** Rules files: uploaded, looked at, activated and taken back by an administrator. */
import {
  type activateRules as activateRoute,
  type getRulesFile as getRoute,
  type listRulesFiles as listRoute,
  type RulesFileSummary,
  rulesFileField,
  rulesFileLimits,
} from '@exempta/contract/knowledge/rules-files'
import type { RouteParsed, RouteReturn } from '@exempta/contract/route'
import { changesBetween, releasedRules } from '@exempta/knowledge/rules-file'
import { z } from 'zod'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { UploadPart } from '../../platform/http/read-upload.ts'
import { timeOrderedId } from '../../platform/identifiers.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import type { JobContext } from '../../platform/jobs/handle.ts'
import { rulesInForce } from '../../platform/rules/loaded-rules.ts'
import { putActiveFile } from '../../platform/rules/queries.ts'
import { type ReadRules, RulesFileError, readRulesFile } from '../../platform/rules/read-rules-file.ts'
import type { Services } from '../../platform/services.ts'
import type { Slot } from '../../platform/upload-slots.ts'
import { previewRules } from '../coverage/index.ts'
import {
  countFiles,
  deleteInactiveFile,
  findFile,
  insertFile,
  listFileIds,
  listFiles,
  lockRules,
  putPreview,
  type RulesFileRow,
} from './queries.ts'

// Only the system may touch the files. That the caller is an administrator was checked with the call.
const asSystem = <Result>(
  { database }: Services,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> => database.transact(systemActor, work)

export async function listRulesFiles(services: Services): Promise<RouteReturn<typeof listRoute>> {
  const rows = await asSystem(services, listFiles)
  return {
    items: rows.map(asSummary),
    version: rulesInForce().version,
    releaseVersion: releasedRules.version,
    keys: [...services.rules.keys.keys()],
  }
}

const asSummary = (row: Omit<RulesFileRow, 'content'>): RulesFileSummary => ({
  id: row.id,
  version: row.version,
  title: row.title,
  publisher: row.publisher,
  publishedOn: row.published_on,
  signedBy: row.signed_by,
  uploadedBy: row.uploader,
  uploadedAt: row.uploaded_at.toISOString(),
  activatedAt: row.activated_at?.toISOString() ?? null,
  isActive: row.is_active,
  preview: row.preview,
})

export async function getRulesFile(services: Services, id: string): Promise<RouteReturn<typeof getRoute>> {
  const row = await asSystem(services, (tx) => findFile(tx, id))
  if (!row) throw new AppError('not-found')
  const { rules } = readAgain(services, row)
  return { ...asSummary(row), changes: changesBetween(rulesInForce(), rules) }
}

/** A release can read other files than the one before, and a key may be trusted no longer. */
function readAgain({ rules }: Services, { content }: Pick<RulesFileRow, 'content'>): ReadRules {
  try {
    return readRulesFile(content, rules.keys)
  } catch (error) {
    if (error instanceof RulesFileError) throw new AppError('conflict', { text: error.message })
    throw error
  }
}

interface ArrivingRules {
  parts: AsyncIterable<UploadPart>
  slot: Slot
}

export async function uploadRulesFile(
  services: Services,
  call: Call,
  { parts, slot }: ArrivingRules,
): Promise<RulesFileSummary> {
  await services.files.requireFreeSpace()
  const content = await textIn(parts)
  slot.bodyArrived()
  const { file, rules, signedBy } = readNew(services, content)
  const at = services.clock.now()
  const id = timeOrderedId(at)
  return asSystem(services, async (tx) => {
    await lockRules(tx)
    if ((await countFiles(tx)) >= rulesFileLimits.files) {
      throw new AppError('conflict', {
        text: `There are ${rulesFileLimits.files} rules files already. Remove one first.`,
      })
    }
    const isNew = await insertFile(tx, {
      id,
      version: rules.version,
      title: file.title,
      publisher: file.publisher,
      published_on: file.publishedOn,
      signed_by: signedBy,
      content,
      uploaded_by: personOf(call).id,
      uploaded_at: at,
    })
    if (!isNew) throw new AppError('conflict', { text: 'This file was uploaded already.' })
    await recordAudit(tx, call, { at, action: 'rules.upload', details: { file: id } })
    await services.jobs.enqueue(tx, previewRulesJob, { id })
    const row = await findFile(tx, id)
    if (!row) throw new Error('The new file is gone.')
    return asSummary(row)
  })
}

function readNew({ rules }: Services, content: string): ReadRules {
  if (rules.keys.size === 0) {
    throw wrongFile('This installation trusts no key yet. The operator names trusted keys in RULES_KEYS.')
  }
  try {
    return readRulesFile(content, rules.keys)
  } catch (error) {
    throw error instanceof RulesFileError ? wrongFile(error.message) : error
  }
}

async function textIn(parts: AsyncIterable<UploadPart>): Promise<string> {
  const pieces: Buffer[] = []
  let sizeBytes = 0
  for await (const part of parts) {
    if (part.kind !== 'file' || part.field !== rulesFileField) throw wrongFile('Please choose a rules file')
    for await (const piece of part.content as AsyncIterable<Buffer>) {
      sizeBytes += piece.length
      if (sizeBytes > rulesFileLimits.maxBytes) throw wrongFile('The file is too large for rules')
      pieces.push(piece)
    }
  }
  if (sizeBytes === 0) throw wrongFile('Please choose a rules file')
  return Buffer.concat(pieces).toString('utf8')
}

const wrongFile = (message: string) =>
  new AppError('invalid-input', { fields: [{ path: rulesFileField, message }] })

export async function activateRules(
  services: Services,
  call: Call,
  { id, seen }: RouteParsed<typeof activateRoute>['body'],
): Promise<{ version: string }> {
  const at = services.clock.now()
  await asSystem(services, async (tx) => {
    await lockRules(tx)
    if (rulesInForce().version !== seen) {
      throw new AppError('conflict', { text: 'Someone else changed the rules. Look at them again first.' })
    }
    const row = id === null ? undefined : await findFile(tx, id)
    if (id !== null && !row) throw new AppError('not-found')
    const { version } = row ? readAgain(services, row).rules : releasedRules
    await putActiveFile(tx, row?.id, personOf(call).id, at)
    await recordAudit(tx, call, {
      at,
      action: 'rules.activate',
      details: { file: id ?? 'release' },
      changes: { version: [seen, version] },
    })
    // What the other files would change is different now.
    for (const other of await listFileIds(tx)) {
      await putPreview(tx, other, null)
      await services.jobs.enqueue(tx, previewRulesJob, { id: other })
    }
  })
  await services.rules.refresh()
  return { version: rulesInForce().version }
}

export async function removeRulesFile(services: Services, call: Call, id: string): Promise<void> {
  await asSystem(services, async (tx) => {
    await lockRules(tx)
    const row = await findFile(tx, id)
    if (!row) throw new AppError('not-found')
    if (!(await deleteInactiveFile(tx, id))) {
      throw new AppError('conflict', { text: 'These rules are active. Go back to others first.' })
    }
    const at = services.clock.now()
    await recordAudit(tx, call, { at, action: 'rules.remove', details: { file: id } })
  })
}

export const previewRulesJob = defineJob({ name: 'preview-rules', payload: z.object({ id: z.uuid() }) })

export async function countPreview(services: Services, id: string, job: JobContext): Promise<void> {
  const row = await asSystem(services, (tx) => findFile(tx, id))
  if (!row) return
  const { rules } = readAgain(services, row)
  const counted = await previewRules(services, rules, job.signal)
  await asSystem(services, async (tx) => {
    await putPreview(tx, id, counted)
    await job.completeWithin(tx)
  })
}
