import type { Document } from '@exempta/contract/documents'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { progressWords } from './progress-words.ts'
import { RetryButton } from './retry-button.tsx'

/** The badge; how far it got while it is processed; why it failed and what helps. */
export function DocumentStatus({ document }: { document: Document }) {
  const { status, progress, failure } = document
  return (
    <span className="grid max-w-64 justify-items-start gap-1.5">
      <StatusBadge status={status} />
      {progress && (
        <span aria-live="polite" className="text-xs text-ink-muted tabular-nums">
          {progressWords(progress)}
        </span>
      )}
      {failure && (
        <>
          <span className="text-xs text-ink-muted">{failure.text}</span>
          {failure.canRetry ? (
            <RetryButton document={document} />
          ) : (
            <TextLink to="/user/upload" className="text-xs">
              Upload it again
            </TextLink>
          )}
        </>
      )}
    </span>
  )
}
