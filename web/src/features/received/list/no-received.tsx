import { texts } from '@exempta/contract/texts'
import { Inbox, SearchX } from 'lucide-react'
import { EmptyState } from '../../../ui/empty-state.tsx'

/** The specified words, and what to do next. */
export function NoReceived({ isNarrowed }: { isNarrowed: boolean }) {
  return (
    <EmptyState
      icon={isNarrowed ? <SearchX aria-hidden /> : <Inbox aria-hidden />}
      title={texts.documents.empty}
    >
      {isNarrowed
        ? 'Try another word, or choose All Status.'
        : 'Nothing has been shared with your business yet. Ask your customers to find it by name when they share; what they send appears here at once.'}
    </EmptyState>
  )
}
