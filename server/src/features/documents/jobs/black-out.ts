import { buffer } from 'node:stream/consumers'
import { systemActor } from '../../../platform/db/actor.ts'
import { handle, type JobContext, type JobHandler } from '../../../platform/jobs/handle.ts'
import { SandboxError } from '../../../platform/sandbox/sandbox.ts'
import type { Services } from '../../../platform/services.ts'
import { returnShares } from '../../sharing/index.ts'
import { announceSettled, blackOutJob, publishToOwner } from '../document-events.ts'
import { type DocumentRow, lockDocument, updateDocument } from '../queries/documents.ts'
import { listFields, listReadings } from '../queries/readings.ts'
import { copyUncertainAreas } from '../queries/uncertain-areas.ts'
import { deletePages, findVersion, listFindings, type VersionRow } from '../queries/versions.ts'
import { announceReady } from '../results/announce-result.ts'
import { type AbandonReason, abandonVersion } from '../results/fail-document.ts'
import {
  discardResult,
  type Released,
  recordResult,
  resultColumns,
  type StagedResult,
  stageResult,
} from '../results/stage-result.ts'
import { destroyStoredPages, NoLongerNeededError, storedPages } from '../results/stored-pages.ts'
import { endTurnIfOthersWait, TurnEndedError } from './turn.ts'

const attemptsMax = 3

export const blackOut = (services: Services): JobHandler =>
  handle(blackOutJob, async ({ documentId, version }, context) => {
    const asked = await services.database.transact(systemActor, async (tx) => {
      const document = await lockDocument(tx, documentId)
      const pending = await findVersion(tx, documentId, version)
      if (document?.version !== version - 1 || !pending) return undefined
      const old = version - 1
      const earlier = await listFindings(tx, documentId, old)
      const earlierRead = {
        readings: await listReadings(tx, documentId, old),
        fields: await listFields(tx, documentId, old),
      }
      return { document, pending, earlier, earlierRead }
    })
    // The document was deleted, or a worker that died afterwards has already made this version.
    if (!asked) return
    const { document, pending, earlier, earlierRead } = asked
    const result = await paint(services, context, document, pending)
    if (result === 'not-wanted') return
    if (result === 'turn-over') {
      await services.database.transact(systemActor, (tx) => context.goOnLaterWithin(tx))
      return
    }
    if (result === 'not-painted' || result === 'secret-remains') {
      await services.database.transact(systemActor, async (tx) => {
        await context.completeWithin(tx)
        await abandonVersion(services, tx, document, version, result)
      })
      return
    }
    const { type } = document
    const staged = await stageResult(services, { documentId, type, version, result, earlier, earlierRead })
    await replace(services, context, pending, document, staged)
  })

/** Works on the redacted file because the original no longer exists. */
async function paint(
  services: Services,
  context: JobContext,
  document: DocumentRow,
  pending: VersionRow,
): Promise<Released | 'turn-over' | 'not-wanted' | AbandonReason> {
  const { id: documentId, version } = document
  const { signal, attempt } = context
  const { boxes } = pending
  const inWork = { documentId, version: pending.version }
  const pages = await storedPages(services, inWork, {
    isWanted: async (document, tx) => {
      const current = await findVersion(tx, documentId, pending.version)
      return document.version === version && current?.created_at.getTime() === pending.created_at.getTime()
    },
    afterPage: () => endTurnIfOthersWait(context),
  })
  const { stream } = await services.files.get({ documentId, rendition: 'redacted', version })
  try {
    const result = await services.sandbox.redact(await buffer(stream), {
      boxes,
      // What nobody else has seen yet passes the second reading once more before anybody does.
      readAgain: document.needs_check,
      keepDriverLicense: document.keeps_driver_license,
      hideContactDetails: document.hides_contact_details,
      whenFull: 'wait',
      pages,
      signal,
    })
    if (result.verdict !== 'refused') return result
    return result.reason === 'secret-remains' ? 'secret-remains' : 'not-painted'
  } catch (error) {
    if (error instanceof TurnEndedError) return 'turn-over'
    if (error instanceof NoLongerNeededError) return 'not-wanted'
    if (error instanceof SandboxError && attempt >= attemptsMax) return 'not-painted'
    throw error
  }
}

/** Replaces the old version and shreds its files, so that nothing hidden can be recovered. */
async function replace(
  services: Services,
  context: JobContext,
  { ends_check: endsCheck }: VersionRow,
  document: DocumentRow,
  staged: StagedResult,
): Promise<void> {
  const { id: documentId, owner_id: ownerId, version: old } = document
  let isRecorded = false
  try {
    isRecorded = await services.database.transact(systemActor, async (tx) => {
      const current = await lockDocument(tx, documentId)
      if (current?.version !== old) return false
      await context.completeWithin(tx)
      await updateDocument(tx, documentId, {
        ...resultColumns(staged, services.clock.now()),
        needs_check: current.needs_check && !endsCheck,
      })
      const before = await listFields(tx, documentId, old)
      await recordResult(services, tx, staged)
      // What is still to be decided is to be decided on the new version.
      if (!endsCheck) await copyUncertainAreas(tx, documentId, { from: old, to: staged.version })
      await deletePages(tx, documentId, old)
      await services.files.destroy(tx, { documentId, version: old })
      await destroyStoredPages(services, tx, staged)
      await returnShares(services, tx, documentId)
      const after = await listFields(tx, documentId, staged.version)
      const replaced = { documentId, version: staged.version, read: { before, after } }
      await services.hooks.run(tx, 'versionReplaced', replaced)
      publishToOwner(tx, ownerId, documentId)
      if (endsCheck) await announceReady(services, tx, { ...document, version: staged.version })
      await announceSettled(services, tx, documentId)
      return true
    })
  } finally {
    if (!isRecorded) await discardResult(services, staged)
  }
}
