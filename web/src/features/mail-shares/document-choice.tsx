import type { MailShareDocument } from '@exempta/contract/mail-shares'
import { FileText } from 'lucide-react'
import { classNames } from '../../lib/class-names.ts'

interface DocumentChoiceProps {
  documents: readonly MailShareDocument[]
  chosenId: string
  onChoose: (id: string) => void
}

export function DocumentChoice({ documents, chosenId, onChoose }: DocumentChoiceProps) {
  return (
    <nav aria-label="Documents" className="min-w-0">
      <ul className="grid max-h-56 gap-1 overflow-y-auto rounded-card border border-line bg-surface p-2 lg:max-h-[70dvh]">
        {documents.map(({ id, name, pageCount }) => (
          <li key={id}>
            <button
              type="button"
              aria-current={id === chosenId ? 'true' : undefined}
              onClick={() => onChoose(id)}
              className={classNames(
                'flex w-full items-center gap-3 rounded-control px-3 py-2 text-left hover:bg-subtle',
                id === chosenId && 'bg-accent-soft font-medium',
              )}
            >
              <FileText aria-hidden className="size-5 shrink-0 text-accent" />
              <span className="min-w-0 flex-1">
                <span className="line-clamp-2 [overflow-wrap:anywhere]">{name}</span>
                <span className="block text-sm font-normal text-ink-muted">
                  {pageCount === 1 ? '1 page' : `${pageCount} pages`}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
