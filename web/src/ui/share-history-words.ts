import type { ShareEvent } from '@exempta/contract/shares'

const words: Record<ShareEvent['act'], string> = {
  shared: 'shared it',
  reopened: 'shared it again',
  viewed: 'viewed it',
  downloaded: 'downloaded it',
  verified: 'verified it',
  rejected: 'rejected it',
  'review-reopened': 'opened the review again',
  returned: 'gave it back for review, since more was blacked out',
  revoked: 'stopped sharing it',
  expired: 'ended it: its time was over',
}

/** What the two sides of a share are called by whoever reads its history. */
export interface ShareSides {
  owner: string
  /** For those of the receiver who have no name, or none any more. */
  receiver: string
}

/** `You shared it`, `Jo Lee verified it`. */
export function shareHistoryWords({ act, by, person }: ShareEvent, { owner, receiver }: ShareSides): string {
  const who = by === 'owner' ? owner : by === 'exempta' ? 'Exempta' : (person ?? receiver)
  return `${who} ${words[act]}`
}
