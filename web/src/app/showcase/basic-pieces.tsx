import { Download, FileText, Pencil, Plus, Trash2 } from 'lucide-react'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge, StatusBadge, type Tone } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button, type ButtonVariant, LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Pagination } from '../../ui/list-view.tsx'
import { Skeleton, Spinner } from '../../ui/loading.tsx'
import { EmptyState, FailedState } from '../../ui/page-states.tsx'
import { Progress } from '../../ui/progress.tsx'
import { RelativeTime, TextLink } from '../../ui/text.tsx'
import { ThemeChoice } from '../../ui/theme-choice.tsx'
import { Section, Specimen } from './specimen.tsx'

const variants: ButtonVariant[] = ['primary', 'secondary', 'ghost', 'danger']

export function ButtonPieces() {
  return (
    <Section title="Buttons">
      {variants.map((variant) => (
        <Specimen key={variant} name={`Button ${variant}`}>
          <div className="flex flex-wrap items-center gap-3">
            <Button variant={variant}>
              <Plus aria-hidden className="size-4" />
              Upload Document
            </Button>
            <Button variant={variant} size="sm">
              Small
            </Button>
            <Button variant={variant} size="lg">
              Large
            </Button>
            <Button variant={variant} isLoading>
              Processing...
            </Button>
            <Button variant={variant} disabled>
              Disabled
            </Button>
          </div>
        </Specimen>
      ))}
      <Specimen name="IconButton, LinkButton, TextLink, CopyButton">
        <div className="flex flex-wrap items-center gap-3">
          <IconButton label="Edit" icon={<Pencil aria-hidden />} />
          <IconButton label="Download" icon={<Download aria-hidden />} size="sm" />
          <IconButton label="Delete" icon={<Trash2 aria-hidden />} tone="danger" />
          <IconButton label="Saving" icon={<Pencil aria-hidden />} isLoading />
          <IconButton label="Not available" icon={<Pencil aria-hidden />} disabled />
          <LinkButton to="/help" variant="secondary">
            Help Center
          </LinkButton>
          <TextLink to="/help">Read how it works</TextLink>
          <CopyButton text="EX-2041" label="Copy reference" />
        </div>
      </Specimen>
    </Section>
  )
}

const people = ['Amelia Ortiz', 'Ben Okafor', 'Chen Wei', 'dana@school.example']

export function StructurePieces() {
  return (
    <Section title="Structure">
      <div className="grid gap-8 md:grid-cols-2">
        <Specimen name="Card">
          <Card
            title="Account Information"
            description="Who you are to others."
            actions={<Button size="sm">Edit</Button>}
          >
            <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-y-2">
              <dt className="text-ink-muted">Full Name</dt>
              <dd>Amelia Ortiz</dd>
              <dt className="text-ink-muted">Email Address</dt>
              <dd className="min-w-0 break-words">amelia@lakeside.example</dd>
            </dl>
          </Card>
        </Specimen>
        <Specimen name="Avatar, Pagination, ThemeChoice">
          <div className="flex items-center gap-3">
            {people.map((name) => (
              <Avatar key={name} id={name} name={name} />
            ))}
            <Avatar id="big" name="Lakeside Clinic" size="lg" />
          </div>
          <Pagination
            label="Pages of a second list"
            summary="Page 2"
            onPrevious={() => {}}
            onNext={undefined}
          />
          <ThemeChoice />
        </Specimen>
      </div>
    </Section>
  )
}

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
            Uploaded <RelativeTime at={new Date(Date.now() - 3 * 3600_000)} />
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
