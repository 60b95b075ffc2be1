import { listReceived, type ReceivedDocument, reopenReceived, verifyReceived } from '@exempta/contract/review'
import { call } from '../../lib/api.ts'
import { errorText } from '../../lib/api-error.ts'
import { queryClient } from '../../lib/query.ts'
import { toast } from '../../ui/toast.ts'

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

export const refreshReceived = () => queryClient.invalidateQueries({ queryKey: ['received'] })

type Reviewed = Pick<ReceivedDocument, 'id'> & { document: { name: string; version: number } }

/** Returns whether it worked; a failure has already been shown. */
export async function verify(documents: readonly Reviewed[]): Promise<boolean> {
  const [first] = documents
  if (!first) return false
  try {
    const body = documents.map(({ id, document }) => ({ id, version: document.version }))
    await call(verifyReceived, { body: { documents: body } })
  } catch (error) {
    toast.error(errorText(error))
    void refreshReceived()
    return false
  }
  if (documents.length > 1) toast.success(`Verified ${documents.length} documents.`)
  else toast.success(`Verified ${first.document.name}.`, { label: 'Undo', onClick: () => void reopen(first) })
  void refreshReceived()
  return true
}

export async function reopen({ id, document: { name } }: Reviewed): Promise<void> {
  try {
    await call(reopenReceived, { params: { id } })
    toast.success(`${name} is pending again.`)
  } catch (error) {
    toast.error(errorText(error))
  }
  await refreshReceived()
}
