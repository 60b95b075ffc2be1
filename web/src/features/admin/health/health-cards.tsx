import type { HealthState, SystemHealth } from '@exempta/contract/admin/health'
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { bytesInWords, formatDay, timeInWords } from '../../../lib/format.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { type Fact, Facts } from '../../../ui/facts.tsx'
import { RelativeTime } from '../../../ui/text.tsx'

const looks = {
  good: { tone: 'success', word: 'Good', Icon: CircleCheck },
  warning: { tone: 'warning', word: 'Needs attention', Icon: TriangleAlert },
  bad: { tone: 'danger', word: 'Broken', Icon: CircleX },
} as const

function HealthBadge({ state }: { state: HealthState }) {
  const { tone, word, Icon } = looks[state]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {word}
    </Badge>
  )
}

interface HealthCardProps {
  title: string
  description?: string
  part?: { state: HealthState; problems: readonly string[]; since: string | null }
  facts: readonly Fact[]
  children?: ReactNode
}

/** One part of the installation: how it is, what is wrong in words, and its figures. */
const HealthCard = ({ title, description, part, facts, children }: HealthCardProps) => (
  <Card
    title={title}
    {...(description && { description })}
    {...(part && { actions: <HealthBadge state={part.state} /> })}
  >
    <div className="grid gap-4">
      {part && part.problems.length > 0 && (
        <ul
          className={
            part.state === 'bad'
              ? 'grid gap-1 rounded-control bg-danger-soft px-3 py-2 text-danger-ink'
              : 'grid gap-1 rounded-control bg-warning-soft px-3 py-2 text-warning-ink'
          }
        >
          {part.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
          {part.since && (
            <li>
              First seen <RelativeTime at={part.since} />.
            </li>
          )}
        </ul>
      )}
      <Facts layout="rows" facts={facts} />
      {children}
    </div>
  </Card>
)

const unknown = 'Unknown'
const bytes = (count: number | null) => (count === null ? unknown : bytesInWords(count))
const count = (figure: number | null) => (figure === null ? unknown : figure.toLocaleString())

export const QueueCard = ({ queue }: { queue: SystemHealth['queue'] }) => (
  <HealthCard
    title="Job queue"
    part={queue}
    facts={[
      { label: 'Waiting', value: count(queue.waiting) },
      { label: 'Running', value: count(queue.running) },
      { label: 'Failed', value: count(queue.failed) },
      {
        label: 'Longest wait',
        value: queue.oldestWaitingMs === null ? 'Nothing waiting' : timeInWords(queue.oldestWaitingMs),
      },
    ]}
  >
    {queue.jobs.length > 0 && (
      <ul aria-label="Jobs by kind" className="grid gap-1 border-t border-line pt-3 text-ink-muted">
        {queue.jobs.map(({ job, waiting, running }) => (
          <li key={job} className="flex flex-wrap justify-between gap-x-4">
            <span>{job}</span>
            <span className="tabular-nums">
              {waiting} waiting, {running} running
            </span>
          </li>
        ))}
      </ul>
    )}
  </HealthCard>
)

const databases = { embedded: 'Embedded', postgres: 'PostgreSQL server' }

export const DatabaseCard = ({ database }: { database: SystemHealth['database'] }) => (
  <HealthCard
    title="Database"
    part={database}
    facts={[
      { label: 'Kind', value: databases[database.kind] },
      { label: 'Version', value: database.version ?? unknown },
      { label: 'Size', value: bytes(database.sizeBytes) },
      {
        label: 'Response time',
        value: database.answerMs === null ? 'No response' : `${database.answerMs} ms`,
      },
      {
        label: 'Connections',
        value: `${database.pool.open - database.pool.idle} of ${database.pool.most} in use, ${database.pool.waiting} waiting`,
      },
      { label: 'Schema', value: database.migration ?? unknown },
    ]}
  />
)

const stores = { folder: 'Folder on this machine', bucket: 'S3 bucket' }

export const StorageCard = ({ storage }: { storage: SystemHealth['storage'] }) => (
  <HealthCard
    title="File store"
    part={storage}
    facts={[
      { label: 'Kind', value: stores[storage.kind] },
      { label: 'Reachable', value: storage.isReachable ? 'Yes' : 'No' },
      { label: 'Files', value: count(storage.files) },
      { label: 'Used', value: bytes(storage.usedBytes) },
      ...(storage.kind === 'folder' ? [{ label: 'Free', value: bytes(storage.freeBytes) }] : []),
    ]}
  />
)

const ways = { smtp: 'Last email over SMTP', imap: 'Last email from the mailbox' }

export const EmailsCard = ({ emails }: { emails: NonNullable<SystemHealth['emails']> }) => (
  <HealthCard
    title="Emails from customers"
    part={emails}
    facts={[
      ...emails.ways.map(({ kind, receivedAt }) => ({
        label: ways[kind],
        value: receivedAt === null ? 'None yet' : <RelativeTime at={receivedAt} />,
      })),
      ...emails.ways.flatMap(({ checkedAt }) =>
        checkedAt === null ? [] : [{ label: 'Mailbox checked', value: <RelativeTime at={checkedAt} /> }],
      ),
      { label: 'Not read yet', value: count(emails.unread) },
      { label: 'Waiting for a manager', value: count(emails.waiting) },
    ]}
  />
)

export const MailServerCard = ({ mailServer }: { mailServer: SystemHealth['mailServer'] }) => (
  <HealthCard
    title="Mail server"
    part={mailServer}
    facts={[
      { label: 'Set up', value: mailServer.isSetUp ? 'Yes' : 'No' },
      {
        label: 'Certificate expires',
        value: mailServer.certificateEndsAt ? formatDay(mailServer.certificateEndsAt.slice(0, 10)) : unknown,
      },
    ]}
  />
)

export const SandboxCard = ({ sandbox }: { sandbox: SystemHealth['sandbox'] }) => (
  <HealthCard
    title="Sandbox"
    description="The processes that read files on this server."
    part={sandbox}
    facts={[
      { label: 'Processes', value: `${sandbox.processes} of at most ${sandbox.most}` },
      { label: 'Reading', value: count(sandbox.running) },
      { label: 'Waiting', value: count(sandbox.waiting) },
      { label: 'Restarts', value: count(sandbox.restarts) },
    ]}
  >
    {sandbox.protections.length > 0 && (
      <ul aria-label="Protections" className="grid gap-1 border-t border-line pt-3 text-ink-muted">
        {sandbox.protections.map(({ name, isActive }) => (
          <li key={name} className="flex flex-wrap justify-between gap-x-4">
            <span>{name}</span>
            <span className={isActive ? undefined : 'text-warning-ink'}>
              {isActive ? 'Active' : 'Missing'}
            </span>
          </li>
        ))}
      </ul>
    )}
  </HealthCard>
)

export const ServerCard = ({ server }: { server: SystemHealth['server'] }) => (
  <HealthCard
    title="This server"
    facts={[
      { label: 'Version', value: server.version },
      { label: 'Running for', value: timeInWords(server.uptimeMs) },
      { label: 'Memory', value: bytesInWords(server.memoryBytes) },
      { label: 'Open page connections', value: count(server.sockets) },
    ]}
  />
)
