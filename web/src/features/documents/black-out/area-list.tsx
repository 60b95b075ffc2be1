import { X } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import type { Area } from './areas.ts'

interface AreaListProps {
  areas: readonly Area[]
  onRemove: (id: number) => void
}

/** The areas on the page shown, to take one back. */
export function AreaList({ areas, onRemove }: AreaListProps) {
  if (areas.length === 0) return null
  return (
    <ul aria-label="Areas on this page" className="flex flex-wrap gap-2">
      {areas.map(({ id }, at) => (
        <li key={id}>
          <Button variant="secondary" size="sm" onClick={() => onRemove(id)}>
            <X aria-hidden className="size-4" />
            Remove area {at + 1}
          </Button>
        </li>
      ))}
    </ul>
  )
}
