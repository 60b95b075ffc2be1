import { blackOutDocument, type DocumentDetails } from '@exempta/contract/documents'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import type { Area } from './areas.ts'

interface BlackOutBarProps {
  document: Pick<DocumentDetails, 'id' | 'name' | 'version'>
  areas: readonly Area[]
  onClose: () => void
}

/** Stays at the lower edge: how many areas are marked, and what can be done with them. */
export function BlackOutBar({ document, areas, onClose }: BlackOutBarProps) {
  const [isAsking, setAsking] = useState(false)
  const counted = areas.length === 1 ? '1 area' : `${areas.length} areas`

  async function blackOut() {
    const boxes = areas.map(({ id: _, ...box }) => box)
    const refresh = () => queryClient.invalidateQueries({ queryKey: ['documents'] })
    try {
      await call(blackOutDocument, {
        params: { id: document.id },
        body: { version: document.version, boxes },
      })
    } finally {
      // After a conflict, too: the areas are kept and can be sent for the newer version.
      await refresh()
    }
    toast.success(`${counted} will be blacked out.`)
    onClose()
  }
  return (
    <div className="sticky bottom-4 z-20 flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-raised px-4 py-3 shadow-float">
      <p aria-live="polite" className="font-medium tabular-nums">
        {counted} marked
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="ghost" size="sm" onClick={onClose}>
          Cancel
        </Button>
        <Button size="sm" disabled={areas.length === 0} onClick={() => setAsking(true)}>
          Black out
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={`Black out ${counted}`}
        question="What is blacked out is gone for good, for you too. This action cannot be undone."
        subject={<span className="break-words">{document.name}</span>}
        confirmLabel="Black out"
        onConfirm={blackOut}
      />
    </div>
  )
}
