import type { Box } from '@exempta/contract/documents'
import { limits } from '@exempta/contract/limits'
import { useRef, useState } from 'react'
import type { Area } from './areas.ts'

/** The areas marked so far, on all pages. */
export function useAreas() {
  const [areas, setAreas] = useState<readonly Area[]>([])
  const made = useRef(0)
  return {
    areas,
    isFull: areas.length >= limits.blackOutBoxes,
    add(box: Box): number {
      made.current += 1
      const area = { ...box, id: made.current }
      setAreas((before) => (before.length < limits.blackOutBoxes ? [...before, area] : before))
      return area.id
    },
    change: (changed: Area) =>
      setAreas((before) => before.map((area) => (area.id === changed.id ? changed : area))),
    remove: (id: number) => setAreas((before) => before.filter((area) => area.id !== id)),
  }
}
