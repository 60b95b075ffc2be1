import { hourMs } from '@exempta/contract/durations'
import { FileText } from 'lucide-react'
import { Badge, StatusBadge, type Tone } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState, FailedState } from '../../ui/page-states.tsx'
import { Progress } from '../../ui/progress.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Section, Specimen } from './specimen.tsx'

const tones: Tone[] = ['neutral', 'accent', 'success', 'warning', 'danger', 'info']
const statuses = [
  'processing',
  'processed',
  'failed',
  'pending',
  'verified',
  'rejected',
  'active',
  'inactive',
  'suspended',
]

export function FeedbackPieces() {
  return (
    <Section title="Feedback">
      <div className="grid gap-8 md:grid-cols-2">
        <Specimen name="Badge, StatusBadge">
          <div className="flex flex-wrap gap-2">
            {tones.map((tone) => (
              <Badge key={tone} tone={tone}>
                {tone}
              </Badge>
            ))}
          </div>
          <div className="flex flex-wrap gap-2">
            {statuses.map((status) => (
              <StatusBadge key={status} status={status} />
            ))}
          </div>
        </Specimen>
        <Specimen name="Spinner, Skeleton, RelativeTime">
          <Spinner label="Loading…" />
          <Skeleton className="h-4 w-48" label="Loading name" />
          <p>
            Uploaded <RelativeTime at={new Date(Date.now() - 3 * hourMs)} />
          </p>
        </Specimen>
        <Specimen name="Banner">
          <Banner>Your business is waiting to be activated.</Banner>
          <Banner tone="success">Profile updated successfully!</Banner>
          <Banner
            tone="warning"
            title="Please confirm your email address"
            action={<Button size="sm">Send again</Button>}
          >
            Sharing needs a confirmed address.
          </Banner>
          <FailedState message="Failed to load dashboard data" onRetry={() => {}} />
        </Specimen>
        <Specimen name="Progress">
          <Progress label="W-9 form.pdf" percent={64} />
          <Progress label="Card front.jpg" percent={40} detail="Page 2 of 5" />
          <Progress label="Certificate.pdf" percent={null} detail="Third in the queue" />
          <Progress label="Broken.pdf" percent={100} tone="danger" detail="Failed" />
        </Specimen>
        <Specimen name="EmptyState">
          <Card isFlush>
            <EmptyState
              icon={<FileText aria-hidden />}
              title="No documents found matching your criteria."
              action={<Button>Upload Document</Button>}
            >
              Upload a document, or clear the filters to see all of them.
            </EmptyState>
          </Card>
        </Specimen>
      </div>
    </Section>
  )
}
