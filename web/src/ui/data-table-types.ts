import type { ReactNode } from 'react'

export interface Column<Row> {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** The column that names the row: it becomes the card's heading on phones. */
  isPrimary?: boolean
  isSortable?: boolean
  align?: 'left' | 'right'
}

export interface Selection<Row> {
  selected: ReadonlySet<string>
  onChange: (selected: ReadonlySet<string>) => void
  canSelect?: (row: Row) => boolean
  nameOf: (row: Row) => string
}
