import type { Document } from '@exempta/contract/documents'
import { Banner } from '../../../ui/banner.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { RetryButton } from '../document-actions.tsx'
import { progressPercent, progressWords } from '../document-progress.ts'

/** Stands where the pages will be: how far it got, or why there are none. */
export function Unprocessed({ document }: { document: Document }) {
  const { progress, failure } = document
  if (failure) {
    return (
      <Banner
        tone="danger"
        title="This document could not be processed"
        action={
          failure.canRetry ? (
            <RetryButton document={document} />
          ) : (
            <LinkButton to="/user/upload" variant="secondary" size="sm">
              Upload it again
            </LinkButton>
          )
        }
      >
        {failure.text}
      </Banner>
    )
  }
  if (!progress) return null
  return (
    <Card
      title="Processing..."
      description="We are hiding what must stay private. You can leave this page; the work goes on."
    >
      <Progress label="Pages" percent={progressPercent(progress)} detail={progressWords(progress)} />
    </Card>
  )
}
