import {
  type CustomerImportDetails,
  downloadBadLines,
  getImport,
  importStatusWords,
  problemText,
  removeImport,
  startImport,
} from '@exempta/contract/customers/import'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Download } from 'lucide-react'
import { useState } from 'react'
import { addressOf, call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { queryClient, routeQuery } from '../../../lib/query.ts'
import { useMembership } from '../../../lib/roles.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/dialogs.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { FailedState } from '../../../ui/page-states.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { toast } from '../../../ui/toast.ts'
import { ImportChanges } from './import-changes.tsx'
import { ImportColumns } from './import-columns.tsx'
import { count, statusTones } from './import-words.ts'

/** One list: what it would change, then how far it has come. Live events show what the job does. */
export function ImportView({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(routeQuery(getImport, { params: { id } }))
  const [isDeleting, setDeleting] = useState(false)
  const { isManager } = useMembership()
  return (
    <div className="grid gap-4">
      <div>
        <Button variant="ghost" size="sm" onClick={onClose}>
          <ArrowLeft aria-hidden className="size-4" />
          All lists
        </Button>
      </div>
      {error && !data ? (
        <FailedState message={errorText(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="h-64" label="Loading the list" />
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-3">
            <h2 className="text-xl font-semibold [overflow-wrap:anywhere]">{data.fileName}</h2>
            <Badge tone={statusTones[data.status]}>{importStatusWords[data.status]}</Badge>
            {isManager && data.status !== 'importing' && (
              <Button variant="ghost" size="sm" onClick={() => setDeleting(true)}>
                Delete
              </Button>
            )}
          </div>
          <ImportSteps list={data} />
        </>
      )}
      <ConfirmDialog
        isOpen={isDeleting}
        onOpenChange={setDeleting}
        title="Delete List"
        question="Delete this list? Customers that it added or changed stay as they are."
        subject={data?.fileName}
        confirmLabel="Delete"
        onConfirm={async () => {
          // The list is gone then, so the page must not ask for it again.
          onClose()
          await call(removeImport, { params: { id } })
          await queryClient.invalidateQueries({ queryKey: ['customers'] })
        }}
      />
    </div>
  )
}

function ImportSteps({ list }: { list: CustomerImportDetails }) {
  const { isManager } = useMembership()
  if (list.status === 'checking' || list.status === 'importing') {
    return (
      <Card title={list.status === 'checking' ? 'Checking the list' : 'Importing the list'}>
        <Progress
          label="Lines"
          percent={(100 * list.progress) / Math.max(list.rows, 1)}
          detail={`${count(list.progress)} of ${count(list.rows)}`}
        />
        <p className="mt-4 text-ink-muted">
          You can leave this page. The list is processed in the background.
        </p>
      </Card>
    )
  }
  return (
    <>
      {list.status === 'failed' && (
        <Banner tone="danger" title="The import stopped.">
          Something went wrong on our side. What is imported stays, and you can continue with the rest.
        </Banner>
      )}
      <Card
        title={list.status === 'done' ? 'What was imported' : 'What will change'}
        description={summaryOf(list)}
        actions={isManager && <StartButton list={list} />}
      >
        {list.status === 'ready' && isManager && <ImportColumns list={list} />}
        {list.status === 'ready' && <ImportChanges list={list} />}
      </Card>
      <BadLines list={list} />
    </>
  )
}

function summaryOf({ status, rows, counts }: CustomerImportDetails): string {
  const isDone = status === 'done'
  return [
    `${count(rows)} lines`,
    `${count(counts.created)} new`,
    `${count(counts.updated)} ${isDone ? 'changed' : 'to change'}`,
    `${count(counts.unchanged)} unchanged`,
    `${count(counts.bad)} to correct`,
  ].join(' · ')
}

function StartButton({ list: { id, status, counts } }: { list: CustomerImportDetails }) {
  const [isStarting, setStarting] = useState(false)
  const changes = counts.created + counts.updated
  if (status === 'done' || changes === 0) return null
  async function start() {
    setStarting(true)
    try {
      const next = await call(startImport, { params: { id } })
      queryClient.setQueryData(routeQuery(getImport, { params: { id } }).queryKey, next)
    } catch (error) {
      toast.error(errorText(error))
    } finally {
      setStarting(false)
    }
  }
  return (
    <Button isLoading={isStarting} onClick={() => void start()}>
      {status === 'failed'
        ? 'Continue'
        : `Import ${count(changes)} ${changes === 1 ? 'customer' : 'customers'}`}
    </Button>
  )
}

/** What is left out, and the file to correct. */
function BadLines({ list: { id, problems, counts } }: { list: CustomerImportDetails }) {
  if (problems.length === 0) return null
  return (
    <Card
      title="Lines to correct"
      description="We leave these lines out. Download them, correct them in the file, and upload it."
      actions={
        <a
          href={addressOf(downloadBadLines, { params: { id } })}
          download
          className={buttonClass('secondary', 'sm')}
        >
          <Download aria-hidden className="size-4" />
          Download {count(counts.bad)} {counts.bad === 1 ? 'line' : 'lines'}
        </a>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and a keyboard has to reach it */}
      <ul className="grid max-h-80 gap-1 overflow-y-auto" tabIndex={0} aria-label="Lines to correct">
        {problems.map((problem) => (
          <li key={problem.line} className="flex flex-wrap gap-x-3 [overflow-wrap:anywhere]">
            <span className="text-ink-muted">Line {count(problem.line)}</span>
            <span>{problemText(problem)}</span>
            {problem.value && <span className="text-ink-muted">{problem.value}</span>}
          </li>
        ))}
      </ul>
      {counts.bad > problems.length && (
        <p className="mt-3 text-sm text-ink-muted">These are the first {count(problems.length)}.</p>
      )}
    </Card>
  )
}
