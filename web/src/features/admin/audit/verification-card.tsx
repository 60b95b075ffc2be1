import { type AuditVerification, getAuditVerification, verifyAuditLog } from '@exempta/contract/admin/audit'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { errorText } from '../../../lib/api-error.ts'
import { queryClient, routeMutation, routeQuery } from '../../../lib/query.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { RelativeTime } from '../../../ui/text.tsx'
import { toast } from '../../../ui/toast.ts'
import { verificationWords } from './audit-words.ts'

const query = routeQuery(getAuditVerification, {})
const lookAgainMs = 1000

const looks: Record<AuditVerification['state'], { tone: Tone; word: string }> = {
  waiting: { tone: 'info', word: 'Waiting' },
  running: { tone: 'info', word: 'Running' },
  intact: { tone: 'success', word: 'Intact' },
  damaged: { tone: 'danger', word: 'Damaged' },
  failed: { tone: 'warning', word: 'Unfinished' },
}

/** Whether the log is as it was written; runs in the background, however long it is. */
export function VerificationCard() {
  const { data } = useQuery({
    ...query,
    refetchInterval: ({ state }) => {
      const latest = state.data?.verification
      return latest && !latest.finishedAt ? lookAgainMs : false
    },
  })
  const verify = useMutation({
    ...routeMutation(verifyAuditLog),
    onSuccess: (answer) => queryClient.setQueryData(query.queryKey, answer),
    onError: (error) => toast.error(errorText(error)),
  })
  const latest = data?.verification
  const isUnderWay = latest !== undefined && latest !== null && !latest.finishedAt
  return (
    <Card
      title="Integrity"
      description="Entries are sealed in a chain. Changing, removing or adding one later breaks the chain."
      actions={
        <Button
          variant="secondary"
          isLoading={verify.isPending || isUnderWay}
          onClick={() => verify.mutate({})}
        >
          <ShieldCheck aria-hidden className="size-4" />
          Verify chain
        </Button>
      }
    >
      <div className="grid gap-2" aria-live="polite">
        {latest ? (
          <>
            <p className="flex flex-wrap items-center gap-2">
              <Badge tone={looks[latest.state].tone}>{looks[latest.state].word}</Badge>
              <span className="font-medium">{verificationWords(latest)}</span>
              <span className="text-ink-muted">
                <RelativeTime at={latest.finishedAt ?? latest.requestedAt} />
              </span>
            </p>
            {latest.head && latest.finishedAt && (
              <div className="flex flex-wrap items-center gap-2 text-ink-muted">
                <span>
                  Head of the chain:{' '}
                  <code className="text-xs [overflow-wrap:anywhere]">
                    {latest.head.position}:{latest.head.hash}
                  </code>
                </span>
                <CopyButton text={`${latest.head.position}:${latest.head.hash}`} label="Copy head" />
              </div>
            )}
          </>
        ) : (
          <p className="text-ink-muted">The chain hasn’t been verified yet.</p>
        )}
      </div>
    </Card>
  )
}
