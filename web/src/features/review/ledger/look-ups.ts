import {
  createVerification,
  type NewVerification,
  proofField,
  type Verification,
} from '@exempta/contract/review/verifications'
import { sendForm } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query.ts'

/** Adds an entry to the ledger and fetches the pages that show it. */
export async function saveLookUp(
  receivedId: string,
  entry: Partial<Record<keyof Extract<NewVerification, { kind: 'phone' }>, string>>,
  proof?: File,
): Promise<Verification> {
  const form = new FormData()
  for (const [name, value] of Object.entries(entry)) if (value) form.append(name, value)
  // The name of a file can tell whose number it is.
  if (proof) form.append(proofField, proof, 'screenshot')
  const saved = await sendForm(createVerification, form, { params: { id: receivedId } })
  await queryClient.invalidateQueries({ queryKey: ['received'] })
  return saved
}
