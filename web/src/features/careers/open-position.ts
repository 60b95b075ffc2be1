import type { Position } from '@exempta/contract/applications'

export interface OpenPosition {
  slug: Position
  title: string
  department: string
  location: string
  type: string
  salary: string
  summary: string
  html: string
}
