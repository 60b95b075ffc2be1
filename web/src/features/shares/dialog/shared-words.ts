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
