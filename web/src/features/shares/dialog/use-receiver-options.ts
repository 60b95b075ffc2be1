import { limits } from '@exempta/contract/limits'
import { type ReceivingBusiness, type ShareReceiver, searchReceivers } from '@exempta/contract/shares'
import { useQuery } from '@tanstack/react-query'
import { listQuery } from '../../../lib/query.ts'
import { useSettled } from '../../../lib/use-settled.ts'
import { receiverKey } from './chosen-receiver.ts'
import { addressIn } from './typed-addresses.ts'

export interface ReceiverOption {
  receiver: ShareReceiver
  /** When the person last shared with it. */
  lastSharedAt: string | null
}

/** What may be picked for the text that was typed: its address, then businesses, those used before first. */
export function useReceiverOptions(text: string, chosen: readonly ShareReceiver[]) {
  const typed = text.trim().slice(0, limits.searchLength)
  const search = useSettled(typed)
  const { data, isFetching, isPlaceholderData, error } = useQuery({
    ...listQuery(searchReceivers, { query: { search } }),
    throwOnError: false,
  })
  const isBehind = search !== typed || isPlaceholderData
  // A quick Enter must not pick what was found for other words.
  const businesses = (data?.businesses ?? []).filter(({ name }) => !isBehind || isPartOf(name, typed))
  const address = addressIn(text)
  const known = new Set(chosen.map(receiverKey))
  const options: ReceiverOption[] = [
    ...(address ? [{ receiver: { kind: 'email' as const, address }, lastSharedAt: null }] : []),
    ...businesses.map(asOption),
  ].filter(({ receiver }) => !known.has(receiverKey(receiver)))
  return { options, isLoading: isFetching || isBehind, hasFailed: error !== null && !data }
}

const isPartOf = (name: string, typed: string) => name.toLowerCase().includes(typed.toLowerCase())

const asOption = ({ id, name, isVerified, lastSharedAt }: ReceivingBusiness): ReceiverOption => ({
  receiver: { kind: 'business', id, name, isVerified },
  lastSharedAt,
})
