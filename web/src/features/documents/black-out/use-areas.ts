import type { Box } from '@exempta/contract/documents'
import { documentLimits } from '@exempta/contract/documents/limits'
import { useRef, useState } from 'react'
import type { Area } from '../../../shared/page-areas/areas.ts'

/** The areas marked so far, on all pages. */
export function useAreas() {
  const [areas, setAreas] = useState<readonly Area[]>([])
  const made = useRef(0)
  return {
    areas,
    isFull: areas.length >= documentLimits.blackOutBoxes,
    add(box: Box): number {
      made.current += 1
      const area = { ...box, id: made.current }
      setAreas((before) => (before.length < documentLimits.blackOutBoxes ? [...before, area] : before))
      return area.id
    },
    change: (changed: Area) =>
      setAreas((before) => before.map((area) => (area.id === changed.id ? changed : area))),
    remove: (id: number) => setAreas((before) => before.filter((area) => area.id !== id)),
  }
}
