import {
  assignReceived,
  listReceived,
  type ReceivedDocument,
  rejectReceived,
  rejectSeveral,
  reopenReceived,
  type SeenInReview,
  verifyReceived,
} from '@exempta/contract/review'
import { call } from '../../lib/api.ts'
import { errorText } from '../../lib/api-error.ts'
import { queryClient } from '../../lib/query.ts'
import { toast } from '../../ui/toast.ts'

type Waiting = Pick<ReceivedDocument, 'id' | 'status'>

/** The page that shows a received document. `search` keeps the filter of the list it was opened from. */
export const workspaceOf = (id: string, search = '') => `/business/documents/${id}${search}`

/**
 * The next one of the list that waits, from the given one on and then from the top. The list may be a moment older
 * than what was reviewed in it just now.
 */
export function nextPending<Row extends Waiting>(
  rows: readonly Row[],
  id: string,
  reviewed: ReadonlySet<string>,
): Row | undefined {
  const at = rows.findIndex((row) => row.id === id)
  const others = [...rows.slice(at + 1), ...rows.slice(0, Math.max(at, 0))]
  return others.find((row) => row.status === 'pending' && !reviewed.has(row.id))
}

/** The one that has waited longest. */
export async function findOldestPending(assigned: 'me' | undefined): Promise<string | undefined> {
  const { items } = await call(listReceived, {
    query: { assigned, status: 'pending', sort: 'oldest', limit: 1 },
  })
  return items[0]?.id
}

export const refreshReceived = () => queryClient.invalidateQueries({ queryKey: ['received'] })

export type Reviewed = Pick<ReceivedDocument, 'id' | 'exemption'> & {
  document: { name: string; version: number }
}

/**
 * All or none of them. What is on screen is fetched again in any case: it may have been out of date. `seen` is what the
 * reviewer found in order, so that no one is asked about it again.
 */
export async function verify(
  documents: readonly Reviewed[],
  seen: readonly SeenInReview[] = [],
): Promise<void> {
  try {
    await call(verifyReceived, {
      body: { documents: documents.map((one) => ({ ...asSeen(one), seen: [...seen] })) },
    })
  } finally {
    void refreshReceived()
  }
}

const asSeen = ({ id, document, exemption }: Reviewed) => ({
  id,
  version: document.version,
  confirmedAt: exemption?.confirmedAt ?? null,
})

/** All or none of them, for the same reason. */
export async function rejectAll(documents: readonly Reviewed[], reason: string): Promise<void> {
  try {
    await call(rejectSeveral, { body: { documents: documents.map(asSeen), reason } })
  } finally {
    await refreshReceived()
  }
}

export async function reject({ id, document: { version } }: Reviewed, reason: string): Promise<void> {
  try {
    await call(rejectReceived, { params: { id }, body: { version, reason } })
  } finally {
    void refreshReceived()
  }
}

export async function reopen(documents: readonly Reviewed[]): Promise<void> {
  try {
    for (const { id } of documents) await call(reopenReceived, { params: { id } })
  } finally {
    await refreshReceived()
  }
}

export async function assign(ids: readonly string[], personId: string | null): Promise<void> {
  try {
    await call(assignReceived, { body: { ids: [...ids], personId } })
  } finally {
    await refreshReceived()
  }
}

/** From the list: a failure is shown, and a success can be undone. Returns whether it worked. */
export async function verifyInList(documents: readonly Reviewed[]): Promise<boolean> {
  const [first] = documents
  if (!first) return false
  try {
    await verify(documents)
  } catch (error) {
    toast.error(errorText(error))
    return false
  }
  const what = documents.length > 1 ? `${documents.length} documents` : first.document.name
  // At the top, where it covers no button that verifies or rejects.
  toast.success(
    `Verified ${what}.`,
    { label: 'Undo', onClick: () => void undoInList(documents, what) },
    { isAtTop: true },
  )
  return true
}

async function undoInList(documents: readonly Reviewed[], what: string): Promise<void> {
  try {
    await reopen(documents)
    toast.success(`${what} ${documents.length > 1 ? 'are' : 'is'} pending again.`)
  } catch (error) {
    toast.error(errorText(error))
  }
}
