import type { ShareReceiver } from '@exempta/contract/shares'

/** What makes a receiver the same one: an address, or the id of a business. */
export const receiverKey = (receiver: ShareReceiver) =>
  receiver.kind === 'business' ? receiver.id : receiver.address

export const withReceivers = (
  chosen: readonly ShareReceiver[],
  more: readonly ShareReceiver[],
): ShareReceiver[] => [
  ...new Map([...chosen, ...more].map((receiver) => [receiverKey(receiver), receiver])).values(),
]
