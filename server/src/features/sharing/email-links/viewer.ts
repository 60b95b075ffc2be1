import { AppError } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { hashToken } from '../../../platform/identifiers.ts'
import type { Services } from '../../../platform/services.ts'
import { findSharedDocument, findViewer, type SharedDocument } from './queries.ts'

/** The link that a browser asks about and its cookie for it. */
export interface ViewerKey {
  linkId: string
  cookie: string | undefined
}

export type Viewer = NonNullable<Awaited<ReturnType<typeof findViewer>>>

/** Without a confirmed address nothing is revealed, not even whether the link exists. */
export async function requireViewer(
  { clock }: Pick<Services, 'clock'>,
  tx: Transaction,
  { linkId, cookie }: ViewerKey,
): Promise<Viewer> {
  const viewer = cookie ? await findViewer(tx, hashToken(cookie), linkId, clock.latest()) : undefined
  if (!viewer) throw new AppError('code-needed')
  if (!viewer.isLive) throw new AppError('gone')
  return viewer
}

/** Returns a document that the link shares now, in the version that the page shows. */
export async function requireShared(
  services: Pick<Services, 'clock'>,
  tx: Transaction,
  key: ViewerKey,
  { id, version }: { id: string; version?: number | undefined },
): Promise<{ viewer: Viewer; shared: SharedDocument }> {
  const viewer = await requireViewer(services, tx, key)
  const shared = await findSharedDocument(tx, viewer.linkId, id, services.clock.latest())
  if (!shared || (version !== undefined && version !== shared.version)) throw new AppError('not-found')
  return { viewer, shared }
}
