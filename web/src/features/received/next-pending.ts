import { listReceived, type ReceivedDocument } from '@exempta/contract/received'
import { call } from '../../lib/api.ts'

type Waiting = Pick<ReceivedDocument, 'id' | 'status'>

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

/** When the list shown has no other, the one that has waited longest. */
export async function findNextPending(
  rows: readonly Waiting[],
  id: string,
  reviewed: ReadonlySet<string>,
): Promise<string | undefined> {
  const listed = nextPending(rows, id, reviewed)
  if (listed) return listed.id
  const { items } = await call(listReceived, { query: { status: 'pending', sort: 'oldest', limit: 2 } })
  return items.find((item) => item.id !== id)?.id
}
