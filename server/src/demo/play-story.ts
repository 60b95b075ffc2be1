/**
 * What happened before the first start: people shared documents with a business, which reviewed them. It runs
 * through the same verbs as real use, with their clock set back, once the documents are processed.
 */
import { Readable } from 'node:stream'
import { dayMs } from '@exempta/contract/durations'
import { NewShares } from '@exempta/contract/sharing'
import { z } from 'zod'
import { confirmExemption } from '../features/certificates/reading/confirm-exemption.ts'
import { createAcceptance, listAcceptances } from '../features/coverage/acceptances.ts'
import { receiveUpload, type UploadContext, uploadPlaces } from '../features/documents/index.ts'
import { rejectReceived, verifyReceived } from '../features/review/index.ts'
import { listShares, recordShareView, shareDocuments } from '../features/sharing/index.ts'
import { type Call, systemCall } from '../platform/call.ts'
import { systemActor } from '../platform/db/actor.ts'
import type { UploadPart } from '../platform/http/read-upload.ts'
import { defineJob } from '../platform/jobs/define-job.ts'
import { handle, type JobHandler } from '../platform/jobs/handle.ts'
import type { Services } from '../platform/services.ts'
import { ArrivingBody } from '../platform/upload-slots.ts'
import { drawForm } from './draw-form.ts'
import { earlier } from './earlier.ts'
import type { Paper } from './papers.ts'
import { demoFile } from './papers.ts'
import { demoStory, type Episode, type Turn } from './story.ts'

const Cast = z.object({
  teller: z.string(),
  ownerId: z.uuid(),
  businessId: z.uuid(),
  managerId: z.uuid(),
  colleagueId: z.uuid(),
})
type Cast = z.infer<typeof Cast>

export const demoStoryJob = defineJob({ name: 'demo-story', payload: Cast })

const againMs = 5_000

export const storyJobHandlers = (services: Services): JobHandler[] => [
  handle(demoStoryJob, async (cast) => {
    if (await playStory(services, cast)) return
    const runAt = new Date(services.clock.now().getTime() + againMs)
    await services.database.transact(systemActor, (tx) =>
      services.jobs.enqueue(tx, demoStoryJob, cast, { runAt }),
    )
  }),
]

/** Plays the episodes whose documents are processed and returns true when none is left. Playing it twice changes nothing. */
export async function playStory(services: Services, cast: Cast): Promise<boolean> {
  const owner = callOf(cast.ownerId, 'user')
  let isComplete = true
  for (const episode of demoStory[cast.teller] ?? []) {
    const document = await uploadPaper(earlier(services, episode.sharedDaysAgo), owner, episode.paper)
    if (document?.status === 'processing') isComplete = false
    if (document?.status !== 'processed') continue
    const shares = await listShares(services, owner, { documentId: document.id, limit: 1 })
    if (shares.items.length === 0) await playEpisode(services, cast, document.id, episode)
  }
  return isComplete
}

/** The document, whether it is new or was sent before. */
export async function uploadPaper(services: Services, call: Call, paper: Paper) {
  const [file] = await receiveUpload(uploadContext(services, call), partsOf(paper))
  return file?.outcome === 'refused' ? undefined : file?.document
}

export function uploadContext(services: Services, call: Call): UploadContext {
  const arriving = new ArrivingBody(services.clock, { source: 'demo' })
  return { services, call, places: uploadPlaces(), arriving, signal: arriving.signal }
}

export async function* partsOf(paper: Paper): AsyncGenerator<UploadPart, void, void> {
  const content = Readable.from(['form' in paper ? drawForm(paper.form) : await demoFile(paper.file)])
  yield { kind: 'file', field: 'document', untrustedName: paper.name, content }
}

async function playEpisode(
  services: Services,
  cast: Cast,
  documentId: string,
  { sharedDaysAgo, email, message, stated, turns }: Episode,
): Promise<void> {
  const recipient = email ? { emails: [email] } : { businessIds: [cast.businessId] }
  const share = (at: Services, words: string | undefined) =>
    shareDocuments(
      at,
      callOf(cast.ownerId, 'user'),
      NewShares.parse({ documentIds: [documentId], ...recipient, message: words }),
    )
  if (stated)
    await confirm(earlier(services, sharedDaysAgo), callOf(cast.ownerId, 'user'), documentId, stated)
  await share(earlier(services, sharedDaysAgo), message)
  const { items } = await listShares(services, callOf(cast.ownerId, 'user'), { documentId, limit: 1 })
  for (const turn of turns) {
    const at = earlier(services, turn.daysAgo)
    if (turn.by === 'owner') await share(at, turn.words)
    else for (const { id } of items) await review(at, cast, id, turn)
  }
}

async function confirm(
  services: Services,
  call: Call,
  id: string,
  {
    purchaser,
    form,
    state,
    number,
    reason,
    signedOn,
    expiresOn,
    hasSignature,
  }: NonNullable<Episode['stated']>,
): Promise<void> {
  await confirmExemption(services, call, {
    id,
    form,
    purchaser,
    seller: 'Maple Street Supply',
    reason,
    isBlanket: true,
    hasSignature,
    signedOn,
    expiresOn,
    government: null,
    governmentState: null,
    organization: null,
    states: [{ state, number, issuedBy: state }],
    pages: [1],
    version: 1,
    shown: null,
  })
}

async function review(
  services: Services,
  cast: Cast,
  id: string,
  { by, act, words = '' }: Turn,
): Promise<void> {
  const call = callOf(by === 'manager' ? cast.managerId : cast.colleagueId, 'business', cast.businessId)
  const seen = { id, version: 1 }
  if (act === 'verified') await verifyReceived(services, call, [seen])
  else if (act === 'accepted') await acceptForAYear(services, call, id, words)
  else if (act === 'rejected') await rejectReceived(services, call, { ...seen, reason: words })
  else {
    await services.database.transact(call.actor, (tx) =>
      recordShareView(services, tx, call, { shareId: id, act: 'viewed' }),
    )
  }
}

/** In the state that comes first on the certificate. */
export async function acceptForAYear(
  services: Services,
  call: Call,
  receivedId: string,
  reason: string,
): Promise<void> {
  const { answers } = await listAcceptances(services, call, { receivedId })
  const [answer] = answers
  if (!answer) throw new Error('A certificate that its owner hasn’t confirmed can’t be accepted.')
  const until = new Date(services.clock.now().getTime() + 365 * dayMs).toISOString().slice(0, 10)
  await createAcceptance(services, call, { receivedId, state: answer.state, kind: 'goods', reason, until })
}

export const callOf = (id: string, role: 'user' | 'business', businessId?: string): Call => ({
  ...systemCall,
  actor: { kind: 'person', id, role, ...(businessId && { businessId }) },
})
