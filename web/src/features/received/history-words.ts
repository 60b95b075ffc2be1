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

/** `Rosa Delgado shared it`, `Jo Lee verified it`; somebody who has left has no name any more. */
export function historyWords({ act, by, person }: ShareEvent, owner: string): string {
  const who = by === 'owner' ? owner : by === 'exempta' ? 'Exempta' : (person ?? 'Somebody of your team')
  return `${who} ${words[act]}`
}
