import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

interface BulkBarProps {
  count: number
  onClear: () => void
  children: ReactNode
}

/** Stays at the lower edge while rows are selected. */
export function BulkBar({ count, onClear, children }: BulkBarProps) {
  if (count === 0) return null
  return (
    <section
      aria-label="Selected items"
      className="sticky bottom-4 z-20 mx-auto mt-4 flex w-full max-w-2xl animate-pop-in flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-raised px-4 py-3 text-sm shadow-float"
    >
      <p aria-live="polite" className="font-medium tabular-nums">
        {count} selected
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {children}
        <Button variant="ghost" size="sm" onClick={onClear}>
          <X aria-hidden className="size-4" />
          Clear
        </Button>
      </div>
    </section>
  )
}
