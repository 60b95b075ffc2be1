import type { ShareEvent } from '@exempta/contract/shares'

const words: Record<ShareEvent['act'], string> = {
  shared: 'shared it',
  reopened: 'shared it again',
  viewed: 'viewed it',
  downloaded: 'downloaded it',
  verified: 'verified it',
  rejected: 'rejected it',
  'review-reopened': 'opened the review again',
  returned: 'gave it back for review, since you blacked out more',
  revoked: 'stopped sharing it',
  expired: 'ended it: its time was over',
}

/** `You shared it`, `Jo Lee viewed it`; a receiver without a name is the one the share is with. */
export function historyWords({ act, by, person }: ShareEvent, receiver: string): string {
  const who = by === 'owner' ? 'You' : by === 'exempta' ? 'Exempta' : (person ?? receiver)
  return `${who} ${words[act]}`
}
