import { type CustomerImportDetails, customerColumns } from '@exempta/contract/customers/import'
import { Badge } from '../../../ui/badge.tsx'
import { count } from './import-words.ts'

/** The first customers that are new or change, each with what it has now and what it will have. */
export function ImportChanges({ list: { changes, counts } }: { list: CustomerImportDetails }) {
  if (changes.length === 0) return <p className="text-ink-muted">This list changes nothing.</p>
  const all = counts.created + counts.updated
  return (
    <section aria-labelledby="import-changes" className="mt-5 grid gap-3 border-t border-line pt-5">
      <h3 id="import-changes" className="font-semibold">
        Preview
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and a keyboard has to reach it */}
      <ul className="grid max-h-96 gap-3 overflow-y-auto" tabIndex={0} aria-labelledby="import-changes">
        {changes.map(({ line, number, name, isNew, fields }) => (
          <li key={line} className="grid gap-1 [overflow-wrap:anywhere]">
            <span className="flex flex-wrap items-center gap-2">
              <span className="font-medium">{name}</span>
              {number && <span className="text-ink-muted">{number}</span>}
              {isNew && <Badge tone="accent">New</Badge>}
            </span>
            {!isNew &&
              fields.map(({ column, before, after }) => (
                <span key={column} className="flex flex-wrap gap-x-2 text-sm">
                  <span className="text-ink-muted">{customerColumns[column]}:</span>
                  {before && <del>{before}</del>}
                  <ins className="no-underline">{after ?? 'Empty'}</ins>
                </span>
              ))}
          </li>
        ))}
      </ul>
      {all > changes.length && (
        <p className="text-sm text-ink-muted">These are the first {count(changes.length)}.</p>
      )}
    </section>
  )
}
