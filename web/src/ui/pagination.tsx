import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from './button.tsx'

interface PaginationProps {
  /** Tells apart the paging of two lists on one page. */
  label?: string
  /** Words such as `Page 2`, or `26–50`. */
  summary: string
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  isLoading?: boolean
}

/** Keyset paging: backwards and forwards, no page numbers to jump to. */
export function Pagination({
  label = 'Pages',
  summary,
  onPrevious,
  onNext,
  isLoading = false,
}: PaginationProps) {
  return (
    <nav aria-label={label} className="flex items-center justify-between gap-3 px-1 py-3 text-sm">
      <p aria-live="polite" className="text-ink-muted tabular-nums">
        {summary}
      </p>
      <div className="flex gap-2">
        <Button variant="secondary" size="sm" disabled={!onPrevious || isLoading} onClick={onPrevious}>
          <ChevronLeft aria-hidden className="size-4" />
          Previous
        </Button>
        <Button variant="secondary" size="sm" disabled={!onNext || isLoading} onClick={onNext}>
          Next
          <ChevronRight aria-hidden className="size-4" />
        </Button>
      </div>
    </nav>
  )
}
