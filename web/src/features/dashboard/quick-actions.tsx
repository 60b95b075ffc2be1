import { Share2, Upload } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LinkButton } from '../../ui/link-button.tsx'

export function QuickActions({ onShare }: { onShare: () => void }) {
  return (
    <Card title="Quick Actions">
      <div className="grid gap-3">
        <LinkButton to="/user/upload">
          <Upload aria-hidden className="size-4" />
          Upload Document
        </LinkButton>
        <Button variant="secondary" onClick={onShare}>
          <Share2 aria-hidden className="size-4" />
          Share Documents
        </Button>
      </div>
    </Card>
  )
}
