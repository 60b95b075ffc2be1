import { type Document, findingKinds } from '@exempta/contract/documents'
import { EyeOff } from 'lucide-react'
import { Card } from '../../../ui/card.tsx'

/** What was found per kind, never its value. */
export function HiddenKinds({ findings }: Pick<Document, 'findings'>) {
  return (
    <Card title="What is hidden">
      {findings.length === 0 ? (
        <p className="text-ink-muted">
          Nothing had to be hidden. Look at the pages, and black out more where you want to.
        </p>
      ) : (
        <ul className="grid gap-2">
          {findings.map(({ kind, count }) => (
            <li key={kind} className="flex items-center gap-2.5">
              <EyeOff aria-hidden className="size-4 shrink-0 text-accent" />
              <span className="flex-1">{findingKinds[kind]}</span>
              <span className="text-ink-muted tabular-nums">
                <span className="sr-only">hidden </span>
                {count}×
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
