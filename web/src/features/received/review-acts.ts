import { type ReceivedDocument, reopenReceived, verifyReceived } from '@exempta/contract/received'
import { call } from '../../lib/api.ts'
import { errorText } from '../../lib/error-text.ts'
import { queryClient } from '../../lib/query.ts'
import { toast } from '../../ui/toast.ts'

export const refreshReceived = () => queryClient.invalidateQueries({ queryKey: ['received'] })

type Reviewed = Pick<ReceivedDocument, 'id'> & { document: { name: string; version: number } }

/** Answers whether it worked; what went wrong has been told. */
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
    toast.success(`${name} waits for review again.`)
  } catch (error) {
    toast.error(errorText(error))
  }
  await refreshReceived()
}
