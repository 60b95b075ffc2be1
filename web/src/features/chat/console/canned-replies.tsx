import { texts } from '@exempta/contract/texts'
import { MessageSquareQuote } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menu.tsx'

/** Sentences that are often needed: chosen, they stand in the box and can be changed. */
export function CannedReplies({ onPick }: { onPick: (text: string) => void }) {
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="sm">
          <MessageSquareQuote aria-hidden className="size-4" />
          <span className="max-sm:sr-only">Canned replies</span>
        </Button>
      }
      items={texts.chat.cannedReplies.map((label) => ({
        label,
        // The menu gives the focus back to its button first.
        onSelect: () => setTimeout(() => onPick(label)),
      }))}
    />
  )
}
