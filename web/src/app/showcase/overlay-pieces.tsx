import { Download, EllipsisVertical, Eye, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog, Dialog, SlideOver } from '../../ui/dialogs.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { toast } from '../../ui/toast.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import { Section, Specimen } from './specimen.tsx'

export function OverlayPieces() {
  const [open, setOpen] = useState<'dialog' | 'confirm' | 'typed' | 'slide-over'>()
  const [tab, setTab] = useState('business')
  const close = () => setOpen(undefined)
  return (
    <Section title="Overlays">
      <Specimen name="Dialog, ConfirmDialog, SlideOver, Menu, Tooltip, Toast">
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" onClick={() => setOpen('dialog')}>
            Open dialog
          </Button>
          <Button variant="secondary" onClick={() => setOpen('confirm')}>
            Delete document
          </Button>
          <Button variant="secondary" onClick={() => setOpen('typed')}>
            Delete business
          </Button>
          <Button variant="secondary" onClick={() => setOpen('slide-over')}>
            Open slide-over
          </Button>
          <Menu
            trigger={
              <Button variant="secondary">
                <EllipsisVertical aria-hidden className="size-4" />
                Actions
              </Button>
            }
            items={[
              { label: 'View', icon: <Eye aria-hidden />, onSelect: () => toast.info('View') },
              { label: 'Download', icon: <Download aria-hidden />, isDisabled: true, onSelect: () => {} },
              {
                label: 'Delete',
                icon: <Trash2 aria-hidden />,
                tone: 'danger',
                startsGroup: true,
                onSelect: () => setOpen('confirm'),
              },
            ]}
          />
          <Tooltip text="Only the last 4 digits stay readable.">
            <Button variant="secondary">What is hidden?</Button>
          </Tooltip>
          <Button
            variant="secondary"
            onClick={() => toast.success('Document deleted', { label: 'Undo', onClick: () => {} })}
          >
            Show success
          </Button>
          <Button variant="secondary" onClick={() => toast.error('Failed to share documents')}>
            Show failure
          </Button>
        </div>
      </Specimen>
      <Specimen name="Tabs">
        <Tabs
          label="Profile"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'business', label: 'Business', content: <p>What your partners see.</p> },
            { value: 'account', label: 'My account', content: <p>What only you see.</p> },
          ]}
        />
      </Specimen>
      <Dialog
        isOpen={open === 'dialog'}
        onOpenChange={close}
        title="Share documents"
        description="Recipients see only the redacted pages."
        actions={
          <>
            <Button variant="secondary" onClick={close}>
              Cancel
            </Button>
            <Button onClick={close}>Share</Button>
          </>
        }
      >
        <p>Two documents are chosen.</p>
      </Dialog>
      <ConfirmDialog
        isOpen={open === 'confirm'}
        onOpenChange={close}
        title="Delete document"
        question="Are you sure you want to delete this document? This action cannot be undone."
        subject="Exemption certificate 2026.pdf"
        confirmLabel="Delete"
        onConfirm={async () => toast.success('Document deleted')}
      />
      <ConfirmDialog
        isOpen={open === 'typed'}
        onOpenChange={close}
        title="Delete business"
        question="Members' accounts are closed and shares are revoked."
        typedConfirmation="Lakeside Clinic"
        confirmLabel="Delete"
        onConfirm={async () => {
          throw new Error('Failed to delete business')
        }}
      />
      <SlideOver isOpen={open === 'slide-over'} onOpenChange={close} title="Notifications">
        <p className="p-4">Everything new is here.</p>
      </SlideOver>
    </Section>
  )
}
