import { FolderOpen, Upload } from 'lucide-react'
import { Card } from '../../ui/card.tsx'
import { LinkButton } from '../../ui/link-button.tsx'

export function QuickActions() {
  return (
    <Card title="Quick Actions">
      <div className="grid gap-3">
        <LinkButton to="/user/upload">
          <Upload aria-hidden className="size-4" />
          Upload Document
        </LinkButton>
        <LinkButton to="/user/documents" variant="secondary">
          <FolderOpen aria-hidden className="size-4" />
          My Documents
        </LinkButton>
      </div>
    </Card>
  )
}
