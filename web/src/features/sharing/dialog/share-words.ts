import { EmailAddress } from '@exempta/contract/people'
import type { RouteOutput } from '@exempta/contract/route'
import type { shareDocuments } from '@exempta/contract/shares'

const count = (amount: number, one: string) => `${amount.toLocaleString()} ${one}${amount === 1 ? '' : 's'}`

/** What was done, for the toast; what was shared before is told apart. */
export function sharedWords(
  { created, reopened, unchanged }: RouteOutput<typeof shareDocuments>,
  documents: number,
  receivers: number,
): string {
  const whole = `${count(documents, 'document')} with ${count(receivers, 'receiver')}`
  if (created + reopened === 0) return `You share ${whole} already. Nothing was changed.`
  const shared = created === 0 ? `Shared ${whole} again.` : `Shared ${whole}.`
  return unchanged === 0 ? shared : `${shared} ${unchanged.toLocaleString()} of it was shared before.`
}

const between = /[\s,;<>]+/

/** The address that was typed, as the server writes it; undefined while it is none. */
export function addressIn(text: string): string | undefined {
  const parsed = EmailAddress.safeParse(text)
  return parsed.success ? parsed.data : undefined
}

/** The addresses in a list that was pasted, with names between them or without, each once. */
export function addressesIn(text: string): string[] {
  const found = text.split(between).flatMap((part) => addressIn(part) ?? [])
  return [...new Set(found)]
}
