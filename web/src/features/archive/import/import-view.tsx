import {
  type ArchiveFile,
  type ArchiveImport,
  type ArchiveList,
  archiveLists,
  archiveQuestions,
  getArchiveImport,
  importStatusWords,
  listArchiveFiles,
  removeArchiveFile,
  setArchiveImportStatus,
} from '@exempta/contract/archive'
import { stateNames } from '@exempta/contract/states'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, CircleCheck, Pause, Play } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { bytesInWords } from '../../../lib/format.ts'
import { useAddressParams, useList } from '../../../lib/list.ts'
import { queryClient, routeQuery } from '../../../lib/query.ts'
import { useMembership } from '../../../lib/roles.ts'
import { CustomerLink } from '../../../shared/customers/customer-link.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { ConfirmDialog } from '../../../ui/dialogs.tsx'
import { ListView } from '../../../ui/list-view.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { EmptyState, FailedState } from '../../../ui/page-states.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { toast } from '../../../ui/toast.ts'
import { AddFiles } from './add-files.tsx'
import { followUploads, stopUpload, uploadOf } from './uploads.ts'
import { count, statusTones, timeLeft } from './words.ts'

interface ImportViewProps {
  id: string
  onClose: () => void
  onLook: (fileId: string) => void
}

/** One import: how far it has come, and what came of its files. */
export function ImportView({ id, onClose, onLook }: ImportViewProps) {
  const { data, error, refetch } = useQuery(routeQuery(getArchiveImport, { params: { id } }))
  return (
    <div className="grid gap-6">
      <div>
        <Button variant="ghost" size="sm" className="-ml-3" onClick={onClose}>
          <ArrowLeft aria-hidden className="size-4" />
          All imports
        </Button>
      </div>
      {error && !data ? (
        <FailedState message={errorText(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="h-64" label="Loading the import" />
      ) : (
        <>
          <ImportProgress shown={data} />
          <Results shown={data} onLook={onLook} />
        </>
      )}
    </div>
  )
}

function ImportProgress({ shown }: { shown: ArchiveImport }) {
  const { id, status, counts, files, pages, pagesPerMinute, secondsLeft } = shown
  const { isManager } = useMembership()
  const upload = useSyncExternalStore(followUploads, () => uploadOf(id))
  const isOpen = status === 'running' || status === 'paused'
  const left = counts.arriving + counts.waiting + counts.reading
  const pace = [
    pagesPerMinute !== null && `${count(Math.round(pagesPerMinute))} pages a minute`,
    secondsLeft !== null && timeLeft(secondsLeft),
  ].filter(Boolean)
  return (
    <Card
      title={
        status === 'done'
          ? `${count(files)} ${files === 1 ? 'file' : 'files'} sorted`
          : 'Reading your certificates'
      }
      actions={isManager && isOpen && <ImportActions shown={shown} />}
    >
      <div className="grid gap-5">
        <div className="flex flex-wrap items-center gap-3">
          <Badge tone={statusTones[status]}>{importStatusWords[status]}</Badge>
          <span className="text-sm text-ink-muted">
            {count(pages)} {pages === 1 ? 'page' : 'pages'} read
          </span>
        </div>
        {upload?.trouble && <Banner tone="danger">{upload.trouble}</Banner>}
        {upload && !upload.trouble && (
          <Progress
            label="Sending"
            percent={(100 * upload.sentBytes) / Math.max(upload.bytes, 1)}
            detail={
              upload.isWaiting
                ? 'Reconnecting…'
                : `${bytesInWords(upload.sentBytes)} of ${bytesInWords(upload.bytes)}`
            }
          />
        )}
        {isOpen && files > 0 && (
          <Progress
            label="Reading"
            percent={(100 * (files - left)) / files}
            detail={[`${count(files - left)} of ${count(files)} files`, ...pace].join(' · ')}
          />
        )}
        {isOpen && !upload && counts.arriving > 0 && (
          <Banner tone="info">
            {counts.arriving === 1 ? 'One file hasn’t' : `${count(counts.arriving)} files haven’t`} arrived
            whole. Choose the same files or folder again, and we’ll go on where it stopped.
          </Banner>
        )}
        {isOpen && left > 0 && counts.arriving === 0 && (
          <p className="text-sm text-ink-muted">You can leave this page. We’ll keep reading.</p>
        )}
        {isManager && status !== 'cancelled' && !upload && (
          <AddFiles importId={id} onStarted={() => void refresh()} />
        )}
      </div>
    </Card>
  )
}

const refresh = () => queryClient.invalidateQueries({ queryKey: ['archive'] })

function ImportActions({ shown: { id, status } }: { shown: ArchiveImport }) {
  const [isBusy, setBusy] = useState(false)
  const [isCancelling, setCancelling] = useState(false)
  async function change(next: 'running' | 'paused' | 'cancelled') {
    setBusy(true)
    try {
      if (next === 'cancelled') stopUpload(id)
      await call(setArchiveImportStatus, { params: { id }, body: { status: next } })
      await refresh()
    } catch (error) {
      toast.error(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex gap-2">
      {status === 'running' ? (
        <Button variant="secondary" size="sm" isLoading={isBusy} onClick={() => void change('paused')}>
          <Pause aria-hidden className="size-4" />
          Pause
        </Button>
      ) : (
        <Button size="sm" isLoading={isBusy} onClick={() => void change('running')}>
          <Play aria-hidden className="size-4" />
          Continue
        </Button>
      )}
      <Button variant="ghost" size="sm" onClick={() => setCancelling(true)}>
        Cancel
      </Button>
      <ConfirmDialog
        isOpen={isCancelling}
        onOpenChange={setCancelling}
        title="Cancel Import"
        question="Cancel this import? Files that aren’t read yet are deleted. What’s sorted stays."
        confirmLabel="Cancel import"
        onConfirm={() => change('cancelled')}
      />
    </div>
  )
}

const listNames = Object.keys(archiveLists) as ArchiveList[]

function Results({ shown, onLook }: { shown: ArchiveImport; onLook: (fileId: string) => void }) {
  const { params, change } = useAddressParams()
  const chosen = listNames.find((list) => list === params.get('list'))
  const first = listNames.find((list) => shown.counts[list] > 0) ?? 'ready'
  const choose = (list: string) =>
    change((now) => {
      now.set('list', list)
      now.delete('after')
      now.delete('trail')
      return now
    })
  return (
    <Tabs
      label="Results"
      value={chosen ?? first}
      onChange={choose}
      tabs={listNames.map((list) => ({
        value: list,
        label: `${archiveLists[list]} (${count(shown.counts[list])})`,
        content: <FileList key={list} importId={shown.id} list={list} onLook={onLook} />,
      }))}
    />
  )
}

const emptyWords: Record<ArchiveList, string> = {
  ready: 'Certificates that we read with certainty appear here. You don’t need to do anything with them.',
  look: 'What we can’t decide appears here, the quick ones first.',
  other: 'W-9s, letters and other papers appear here.',
  duplicate: 'Files that you have added before appear here.',
  refused: 'Files that we couldn’t open appear here, with the reason.',
}

function FileList({
  importId,
  list: wanted,
  onLook,
}: {
  importId: string
  list: ArchiveList
  onLook: (fileId: string) => void
}) {
  const { isManager } = useMembership()
  const [deleting, setDeleting] = useState<ArchiveFile>()
  const list = useList(listArchiveFiles, {
    filters: {},
    input: ({ cursor }) => ({ params: { id: importId }, query: { list: wanted, cursor } }),
  })
  const columns: Column<ArchiveFile>[] = [
    {
      key: 'file',
      header: 'File',
      isPrimary: true,
      cell: (file) => <FileName file={file} onLook={isManager ? onLook : undefined} />,
    },
    ...(wanted === 'ready'
      ? [
          {
            key: 'customer',
            header: 'Customer',
            cell: ({ customer }: ArchiveFile) => (customer ? <CustomerLink customer={customer} /> : '–'),
          },
          {
            key: 'states',
            header: 'States',
            cell: ({ states }: ArchiveFile) => states.map((state) => stateNames[state] ?? state).join(', '),
          },
        ]
      : [
          {
            key: 'why',
            header: wanted === 'look' ? 'Question' : 'Why',
            cell: ({ question, text }: ArchiveFile) => (
              <span className="grid gap-0.5">
                {question && <span>{archiveQuestions[question]}</span>}
                {text && <span className={question ? 'text-sm text-ink-muted' : undefined}>{text}</span>}
              </span>
            ),
          },
        ]),
    ...(isManager
      ? [
          {
            key: 'delete',
            header: 'Action',
            align: 'right' as const,
            cell: (file: ArchiveFile) => (
              <Button
                variant="ghost"
                size="sm"
                aria-label={`Delete ${file.path}`}
                onClick={() => setDeleting(file)}
              >
                Delete
              </Button>
            ),
          },
        ]
      : []),
  ]
  const [firstRow] = list.rows ?? []
  return (
    <div className="grid gap-4">
      {wanted === 'look' && isManager && firstRow && (
        <div>
          <Button onClick={() => onLook(firstRow.id)}>Answer one after the other</Button>
        </div>
      )}
      <ListView
        caption={archiveLists[wanted]}
        columns={columns}
        {...list.view}
        rowId={({ id }) => id}
        toolbar={null}
        empty={
          <EmptyState icon={<CircleCheck aria-hidden />} title="Nothing here">
            {emptyWords[wanted]}
          </EmptyState>
        }
      />
      <ConfirmDialog
        isOpen={deleting !== undefined}
        onOpenChange={(isOpen) => !isOpen && setDeleting(undefined)}
        title="Delete File"
        question="Delete this file? Its pages and what they say are deleted, too. This can’t be undone."
        subject={deleting?.path}
        confirmLabel="Delete"
        onConfirm={async () => {
          if (deleting) await call(removeArchiveFile, { params: { id: deleting.id } })
          await refresh()
        }}
      />
    </div>
  )
}

function FileName({ file, onLook }: { file: ArchiveFile; onLook: ((id: string) => void) | undefined }) {
  const look = 'text-left font-medium [overflow-wrap:anywhere] text-accent-ink hover:underline'
  if (file.list === 'ready' && file.receivedId) {
    return (
      <Link to={`/business/documents/${file.receivedId}`} className={look}>
        {file.path}
      </Link>
    )
  }
  if ((file.list === 'look' || file.list === 'other') && file.documentId && onLook) {
    return (
      <button type="button" className={look} onClick={() => onLook(file.id)}>
        {file.path}
      </button>
    )
  }
  return <span className="[overflow-wrap:anywhere]">{file.path}</span>
}
