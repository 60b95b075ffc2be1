/**
 * Links that open a redacted file without a session for one hour. A link names the person, document and
 * version; whether that person may still see it, from this network, is checked each time the link is used.
 */
import type { KeyObject } from 'node:crypto'
import type { DocumentType } from '@exempta/contract/documents'
import { z } from 'zod'
import { AppError } from '../../../platform/app-error.ts'
import { type Call, personOf } from '../../../platform/call.ts'
import { openSignedText, signText } from '../../../platform/crypto/signed-text.ts'
import { anonymousActor, systemActor } from '../../../platform/db/actor.ts'
import { isAllowedFrom } from '../../../platform/http/address-list.ts'
import type { FileAnswer, RecordOpening } from '../../../platform/http/send-file.ts'
import { limits as platformLimits } from '../../../platform/limits.ts'
import type { Services } from '../../../platform/services.ts'
import { limits as documentServerLimits } from '../limits.ts'
import { findViewer, findVisibleDocument } from '../queries/viewers.ts'
import { openDocument, refuseWholeFile } from './open-files.ts'

const Ticket = z.tuple([z.literal('redacted'), z.uuid(), z.int().min(1), z.uuid(), z.int()])
type Ticket = z.infer<typeof Ticket>

export async function createViewLink(services: Services, call: Call, id: string) {
  const viewer = personOf(call)
  const now = services.clock.now()
  const visible = await services.database.transact(viewer, (tx) => findVisibleDocument(tx, viewer, id, now), {
    readOnly: true,
  })
  if (!visible) throw new AppError('not-found')
  refuseWholeFile(visible.share)
  // Anybody who has the link can open it.
  if (visible.document.needs_check) throw new AppError('needs-check')
  const expiresAt = services.clock.latest().getTime() + documentServerLimits.viewLinkMs
  const token = sign(await services.keys.get('view-link'), [
    'redacted',
    id,
    visible.document.version,
    viewer.id,
    expiresAt,
  ])
  return { url: `/api/view/${token}`, expiresAt: new Date(expiresAt).toISOString() }
}

/**
 * A forged link is refused as not allowed. An expired link, or one whose document was deleted, replaced or
 * unshared, is `gone`.
 */
export async function viewDocument(
  services: Services,
  { actor, origin }: Call,
  untrustedToken: string,
): Promise<FileAnswer<DocumentType, RecordOpening>> {
  const ticket = verify(await services.keys.get('view-link'), untrustedToken)
  if (!ticket) throw new AppError('not-allowed', { text: 'This link isn’t valid.' })
  const [, id, version, viewerId, expiresAt] = ticket
  if (!isOpenAt(services.clock.latest(), expiresAt)) throw new AppError('gone')
  const viewer = await services.database.transact(systemActor, (tx) => findViewer(tx, viewerId), {
    readOnly: true,
  })
  if (!viewer) throw new AppError('gone')
  if (!isAllowedFrom(viewer.allowedRanges, origin.ip)) throw new AppError('address-not-allowed')
  const opening = { id, version, action: 'document.view' } as const
  // Anybody who has the link can open it. Only who is logged in as its viewer is recorded by name.
  const isViewer = actor.kind === 'person' && actor.id === viewerId
  const call = { actor: isViewer ? viewer.actor : anonymousActor, origin }
  const file = await openDocument(services, { viewer: viewer.actor, call }, opening)
  if (!file) throw new AppError('gone')
  return file
}

/**
 * Rejects links dated further in the future than clocks may differ: they were made before the clock was set
 * back.
 */
function isOpenAt(now: Date, expiresAt: number): boolean {
  const leftMs = expiresAt - now.getTime()
  return leftMs > 0 && leftMs <= documentServerLimits.viewLinkMs + platformLimits.clockDifferenceMs
}

const sign = (key: KeyObject, ticket: Ticket): string =>
  signText(key, Buffer.from(JSON.stringify(ticket)).toString('base64url'))

function verify(key: KeyObject, untrustedToken: string): Ticket | undefined {
  const text = openSignedText(key, untrustedToken)
  return text === undefined ? undefined : Ticket.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
}
