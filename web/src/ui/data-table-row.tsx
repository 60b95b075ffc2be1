// biome-ignore-all lint/a11y/noRedundantRoles: CSS lays the table out as cards on phones, which takes the native roles away
import { classNames } from '../lib/class-names.ts'
import { Checkbox } from './checkbox.tsx'
import type { Column, Selection } from './data-table-types.ts'
import { Skeleton } from './skeleton.tsx'

export function BodyRow<Row>({
  row,
  id,
  columns,
  selection,
}: {
  row: Row
  id: string
  columns: readonly Column<Row>[]
  selection: Selection<Row> | undefined
}) {
  const isChosen = selection?.selected.has(id) ?? false
  const canSelect = selection?.canSelect?.(row) ?? true
  function toggle() {
    const next = new Set(selection?.selected)
    if (!next.delete(id)) next.add(id)
    selection?.onChange(next)
  }
  return (
    <tr
      role="row"
      className={classNames(
        'relative grid gap-1 p-4 transition-colors md:table-row md:hover:bg-subtle/40',
        isChosen && 'bg-accent-soft/60',
      )}
    >
      {selection && (
        <td role="cell" className="absolute top-3 right-3 md:static md:w-12 md:py-3 md:pl-4 md:align-middle">
          {canSelect && (
            <Checkbox aria-label={`Select ${selection.nameOf(row)}`} checked={isChosen} onChange={toggle} />
          )}
        </td>
      )}
      {columns.map((column) => (
        <td
          role="cell"
          key={column.key}
          className={classNames(
            'min-w-0 md:table-cell md:px-4 md:py-3 md:align-middle',
            column.isPrimary ? 'pr-10 font-medium md:pr-4' : 'flex items-baseline gap-3',
            column.align === 'right' && 'tabular-nums md:text-right',
          )}
        >
          {!column.isPrimary && (
            <span aria-hidden className="w-28 shrink-0 text-xs text-ink-muted md:hidden">
              {column.header}
            </span>
          )}
          <span className="block min-w-0 flex-1 break-words md:inline">{column.cell(row)}</span>
        </td>
      ))}
    </tr>
  )
}

export function SkeletonRow<Row>({
  columns,
  hasSelection,
}: {
  columns: readonly Column<Row>[]
  hasSelection: boolean
}) {
  return (
    <tr role="row" className="grid gap-2 p-4 md:table-row">
      {hasSelection && <td role="cell" className="hidden md:table-cell md:py-4 md:pl-4" />}
      {columns.map((column) => (
        <td role="cell" key={column.key} className="md:table-cell md:px-4 md:py-4">
          <Skeleton className={column.isPrimary ? 'h-4 w-40 max-w-full' : 'h-4 w-24 max-w-full'} />
        </td>
      ))}
    </tr>
  )
}
