import {
  type Backup,
  type BackupOverview,
  createBackupLink,
  listBackups,
  startBackup,
  testBackup,
} from '@exempta/contract/admin/backups'
import { useQuery } from '@tanstack/react-query'
import { DatabaseBackup, Download, FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { bytesInWords, formatDayOf, timeInWords } from '../../../lib/format.ts'
import { pageMeta } from '../../../lib/page-meta.ts'
import { failureOf, queryClient, routeQuery } from '../../../lib/query.ts'
import { useSessionState } from '../../../lib/session-store.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { FormCodeField } from '../../../ui/code-input.tsx'
import { ContractForm } from '../../../ui/contract-form.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { Dialog } from '../../../ui/dialogs.tsx'
import { FormTextField } from '../../../ui/form-field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState } from '../../../ui/page-states.tsx'
import { RelativeTime, TextLink } from '../../../ui/text.tsx'
import { toast } from '../../../ui/toast.ts'

const title = 'Backups'

export const meta = pageMeta(title)

const isUnderWay = ({ status, test }: Backup) =>
  status === 'waiting' || status === 'running' || test?.status === 'waiting' || test?.status === 'running'

const causeWords = { schedule: 'Schedule', upgrade: 'Before an upgrade' } as const

const whileUnderWayMs = 2000

/** What there is to restore from, a new backup, and the proof that one can be restored. */
export default function BackupsPage() {
  const list = useQuery({
    ...routeQuery(listBackups, {}),
    refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? whileUnderWayMs : false),
  })
  const [downloading, setDownloading] = useState<Backup>()
  const refresh = () => queryClient.invalidateQueries({ queryKey: routeQuery(listBackups, {}).queryKey })
  async function attempt(work: Promise<unknown>, done: string) {
    try {
      await work
      toast.success(done)
    } catch (error) {
      toast.error(errorText(error))
    }
    await refresh()
  }
  const { data } = list
  return (
    <>
      <PageHeader
        title={title}
        description="Each backup is one encrypted file with the database and all files."
        actions={
          data?.isReady && (
            <Button
              disabled={data.items.some(({ status }) => status === 'waiting' || status === 'running')}
              onClick={() => void attempt(call(startBackup), 'The backup has started.')}
            >
              <DatabaseBackup aria-hidden className="size-4" />
              Back up now
            </Button>
          )
        }
      />
      <div className="grid gap-6">
        {data?.problem && <Banner tone="warning">{data.problem}</Banner>}
        <Card title="Backups" description={data && scheduleOf(data)} isFlush>
          <DataTable
            caption="Backups"
            columns={columns(
              setDownloading,
              (backup) =>
                void attempt(call(testBackup, { params: { id: backup.id } }), 'The test has started.'),
            )}
            rows={data?.items}
            rowId={({ id }) => id}
            failure={failureOf(list)}
            skeletonRows={3}
            empty={
              <EmptyState title="No backups yet.">
                {data?.isReady
                  ? 'Make one now, or wait for the next scheduled one.'
                  : 'Set BACKUP_PASSPHRASE first.'}
              </EmptyState>
            }
          />
        </Card>
        <p className="text-ink-muted">
          Keep the passphrase and a copy of the newest backup on another machine. Without the passphrase, no
          one can restore a backup. <TextLink to="/admin/settings">Change the schedule in Settings</TextLink>
        </p>
      </div>
      <Dialog
        isOpen={downloading !== undefined}
        onOpenChange={(isOpen) => !isOpen && setDownloading(undefined)}
        title="Download backup"
        description="A backup contains everything, encrypted. Confirm that it’s you. We record the download in the audit log."
      >
        {downloading && <DownloadForm backup={downloading} onDone={() => setDownloading(undefined)} />}
      </Dialog>
    </>
  )
}

const twoDigits = (hour: number) => `${hour}`.padStart(2, '0')

function scheduleOf({ isReady, isDaily, hour, kept, place }: BackupOverview): string {
  if (!isReady) return 'None are made until BACKUP_PASSPHRASE is set.'
  const when = isDaily ? `Made every day from ${twoDigits(hour)}:00 UTC` : 'Made only on request'
  return `${when}, in ${place}. The newest ${kept} are kept.`
}

function DownloadForm({ backup, onDone }: { backup: Backup; onDone: () => void }) {
  const state = useSessionState()
  const hasTwoFactor = state.status === 'signed-in' && state.session.person.hasTwoFactor
  return (
    <ContractForm
      schema={createBackupLink.body}
      defaultValues={hasTwoFactor ? { password: '', code: '' } : { password: '' }}
      submitLabel="Download"
      onCancel={onDone}
      onSubmit={async (body) => {
        const { url } = await call(createBackupLink, { params: { id: backup.id }, body })
        window.location.assign(url)
        onDone()
      }}
    >
      <FormTextField name="password" label="Your password" type="password" autoComplete="current-password" />
      {hasTwoFactor && <FormCodeField name="code" label="Verification code" />}
    </ContractForm>
  )
}

const columns = (
  onDownload: (backup: Backup) => void,
  onTest: (backup: Backup) => void,
): Column<Backup>[] => [
  {
    key: 'started',
    header: 'Started',
    isPrimary: true,
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
  {
    key: 'by',
    header: 'Started by',
    cell: ({ cause, requestedBy }) =>
      cause === 'person' ? (requestedBy ?? 'A deleted account') : causeWords[cause],
  },
  { key: 'status', header: 'Status', cell: (backup) => <BackupStatus backup={backup} /> },
  {
    key: 'size',
    header: 'Size',
    cell: ({ sizeBytes }) => sizeBytes !== null && bytesInWords(sizeBytes),
    isBlank: ({ sizeBytes }) => sizeBytes === null,
  },
  {
    key: 'duration',
    header: 'Duration',
    cell: (backup) => durationOf(backup),
    isBlank: (backup) => durationOf(backup) === null,
  },
  { key: 'test', header: 'Test', cell: (backup) => <TestResult backup={backup} /> },
  {
    key: 'actions',
    header: 'Actions',
    align: 'right',
    cell: (backup) =>
      backup.status === 'made' && (
        <div className="flex justify-end gap-1">
          <IconButton
            label="Test"
            icon={<FlaskConical aria-hidden />}
            disabled={backup.test?.status === 'waiting' || backup.test?.status === 'running'}
            onClick={() => onTest(backup)}
          />
          <IconButton label="Download" icon={<Download aria-hidden />} onClick={() => onDownload(backup)} />
        </div>
      ),
  },
]

function durationOf({ startedAt, finishedAt, status }: Backup): string | null {
  if (!startedAt || !finishedAt || status !== 'made') return null
  return timeInWords(new Date(finishedAt).getTime() - new Date(startedAt).getTime())
}

function BackupStatus({ backup: { status, failure, missingFiles } }: { backup: Backup }) {
  if (status === 'made') {
    if (!missingFiles) return <Badge tone="success">Complete</Badge>
    return (
      <span className="grid justify-items-start gap-1">
        <Badge tone="warning">Files are missing</Badge>
        <span className="text-sm text-ink-muted">
          {missingFiles} {missingFiles === 1 ? 'file was' : 'files were'} missing from the file store.
        </span>
      </span>
    )
  }
  if (status === 'running') return <Badge tone="info">Running</Badge>
  return (
    <span className="grid justify-items-start gap-1">
      {status === 'failed' ? <Badge tone="danger">Failed</Badge> : <Badge tone="neutral">Waiting</Badge>}
      {failure && <span className="text-sm text-ink-muted">{failure}</span>}
    </span>
  )
}

function TestResult({ backup: { status, test } }: { backup: Backup }) {
  if (status !== 'made') return null
  if (!test) return <span className="text-ink-muted">Not tested</span>
  if (test.status === 'waiting' || test.status === 'running') return <Badge tone="info">Testing</Badge>
  return (
    <span className="grid justify-items-start gap-1">
      {test.status === 'passed' ? (
        <span>Tested on {test.at && formatDayOf(test.at)}</span>
      ) : (
        <Badge tone="danger">Couldn’t be restored</Badge>
      )}
      {test.failure && <span className="text-sm text-ink-muted">{test.failure}</span>}
    </span>
  )
}
