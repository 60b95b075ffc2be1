import {
  askForMissing,
  type Binder,
  downloadBinder,
  downloadUncovered,
  getBinder,
  listBinderSales,
  makeBinder,
  type OwnBinderSale,
  removeBinder,
} from '@exempta/contract/binders'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Download } from 'lucide-react'
import { useState } from 'react'
import { addressOf, call } from '../../lib/api.ts'
import { errorText } from '../../lib/api-error.ts'
import { bytesInWords, formatDayOf } from '../../lib/format.ts'
import { failureOf, listQuery, queryClient, routeQuery } from '../../lib/query.ts'
import { useMembership } from '../../lib/roles.ts'
import { CustomerLink } from '../../shared/customers/customer-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { ConfirmDialog } from '../../ui/dialogs.tsx'
import { Pagination } from '../../ui/list-view.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { FailedState } from '../../ui/page-states.tsx'
import { Progress } from '../../ui/progress.tsx'
import { TextLink } from '../../ui/text.tsx'
import { toast } from '../../ui/toast.ts'
import { AuditorsCard } from './auditors/auditors-card.tsx'
import { count, nameOf, periodOf, statusWords, summaryOf } from './binder-words.ts'
import { saleColumns } from './sales-table.tsx'

const refresh = () => queryClient.invalidateQueries({ queryKey: ['binders'] })

/** One binder: what is covered, what to ask for, and its file. */
export function BinderView({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(routeQuery(getBinder, { params: { id } }))
  const [isRemoving, setRemoving] = useState(false)
  return (
    <div className="grid gap-4">
      <div>
        <Button variant="ghost" size="sm" onClick={onClose}>
          <ArrowLeft aria-hidden className="size-4" />
          All binders
        </Button>
      </div>
      {error && !data ? (
        <FailedState message={errorText(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="h-64" label="Loading the binder" />
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-3">
            <h2 className="text-xl font-semibold">
              {nameOf(data)}, {periodOf(data)}
            </h2>
            <Badge tone={statusWords[data.status].tone}>{statusWords[data.status].label}</Badge>
            <Button variant="ghost" size="sm" onClick={() => setRemoving(true)}>
              Delete
            </Button>
          </div>
          <CoveredCard binder={data} />
          <SalesCard binder={data} />
          <FileCard binder={data} />
          <AuditorsCard binderId={id} isReady={data.status === 'ready'} />
        </>
      )}
      <ConfirmDialog
        isOpen={isRemoving}
        onOpenChange={setRemoving}
        title="Delete Binder"
        question="Delete this binder and its file? Auditors lose access. Your receipts and certificates stay, and requests that were sent go on."
        subject={data && `${nameOf(data)}, ${periodOf(data)}`}
        confirmLabel="Delete"
        onConfirm={async () => {
          // It's gone then, so the page must not ask for it again.
          onClose()
          await call(removeBinder, { params: { id } })
          await refresh()
        }}
      />
    </div>
  )
}

function useAction(work: () => Promise<string>) {
  const [isRunning, setRunning] = useState(false)
  async function run() {
    setRunning(true)
    try {
      const done = await work()
      await refresh()
      toast.success(done)
    } catch (error) {
      toast.error(errorText(error))
    } finally {
      setRunning(false)
    }
  }
  return { isRunning, run: () => void run() }
}

const several = (value: number, one: string) => (value === 1 ? `1 ${one}` : `${count(value)} ${one}s`)
const customers = (value: number) => several(value, 'customer')

function CoveredCard({ binder }: { binder: Binder }) {
  const { id, counts, list, asked } = binder
  const { canReview } = useMembership()
  const missing = counts.notCovered + counts.haveNone
  const ask = useAction(async () => {
    const after = await call(askForMissing, { params: { id } })
    return `We’re asking ${customers(after.asked ?? 0)}.`
  })
  return (
    <Card title="What is covered" description={summaryOf(counts)}>
      <ul className="grid gap-1">
        {counts.coveredLater > 0 && (
          <li>{`For ${count(counts.coveredLater)} of the covered sales, the certificate was shared or verified after the sale.`}</li>
        )}
        {list && (
          <li>
            {`The list has ${several(list.rows, 'line')}.`}
            {list.unknown > 0 && ` Not on any receipt: ${several(list.unknown, 'invoice number')}.`}
            {list.twice > 0 && ` Listed twice and counted once: ${count(list.twice)}.`}
          </li>
        )}
        {counts.withoutReference > 0 && (
          <li>
            {`${count(counts.withoutReference)} of ${count(counts.checks)} receipts have no invoice number, so your auditor can’t match them to invoices.`}
          </li>
        )}
        <li>{`The binder holds ${several(counts.checks, 'receipt')} and ${several(counts.certificates, 'certificate')}.`}</li>
      </ul>
      {missing > 0 && (
        <div className="mt-5 grid gap-3 border-t border-line pt-5">
          {asked !== null ? (
            <p>
              {`You asked ${customers(asked)}. `}
              <TextLink to="/business/requests?tab=lists">See who has answered</TextLink>
            </p>
          ) : counts.canAsk === 0 ? (
            <p>
              We have no email address for these customers. Add a column Email to the list, or ask them
              yourself.
            </p>
          ) : (
            counts.canAsk < missing && (
              <p className="text-ink-muted">
                {`We email ${customers(counts.canAsk)}, each once, at the addresses that we know.`}
              </p>
            )
          )}
          <div className="flex flex-wrap gap-2">
            {asked === null && counts.canAsk > 0 && canReview && (
              <Button isLoading={ask.isRunning} onClick={ask.run}>
                Ask for the {count(missing)} now
              </Button>
            )}
            <a
              href={addressOf(downloadUncovered, { params: { id } })}
              download
              className={buttonClass('secondary')}
            >
              Download missing certificates
            </a>
          </div>
        </div>
      )}
    </Card>
  )
}

/** The rows behind the counts, the ones that an auditor would ask about first. */
function SalesCard({ binder: { id, status, counts } }: { binder: Binder }) {
  const gaps = counts.notCovered + counts.haveNone
  const [wanted, setWanted] = useState<'all' | 'gaps'>()
  const show = wanted ?? (gaps > 0 ? 'gaps' : 'all')
  const [trail, setTrail] = useState<readonly string[]>([])
  const query = useQuery({
    ...listQuery(listBinderSales, { params: { id }, query: { show, cursor: trail.at(-1) } }),
    enabled: status !== 'preparing',
  })
  if (counts.sales === 0) return null
  const choose = (next: 'all' | 'gaps') => () => {
    setWanted(next)
    setTrail([])
  }
  const next = query.data?.nextCursor
  return (
    <Card title="Sales" isFlush description="What the binder says about each sale, and why.">
      <fieldset className="flex flex-wrap gap-2 px-5 pb-4">
        <legend className="sr-only">Which sales to show</legend>
        {(['gaps', 'all'] as const).map((each) => (
          <Button
            key={each}
            size="sm"
            variant={show === each ? 'primary' : 'secondary'}
            aria-pressed={show === each}
            onClick={choose(each)}
          >
            {each === 'gaps' ? `Not covered (${count(gaps)})` : `All (${count(counts.sales)})`}
          </Button>
        ))}
      </fieldset>
      <DataTable
        caption="Sales"
        columns={saleColumns<OwnBinderSale>(
          () => 'In the binder',
          ({ customer, customerId }) =>
            customer && customerId ? (
              <CustomerLink customer={{ id: customerId, name: customer }} />
            ) : (
              customer
            ),
        )}
        rows={query.data?.items}
        rowId={({ id: saleId }) => saleId}
        failure={failureOf(query)}
        empty={<p className="px-5 pb-5">No sale here is without a certificate.</p>}
      />
      {(trail.length > 0 || next) && (
        <div className="px-4">
          <Pagination
            label="Pages of sales"
            summary={`Page ${count(trail.length + 1)}`}
            onPrevious={trail.length > 0 ? () => setTrail(trail.slice(0, -1)) : undefined}
            onNext={next ? () => setTrail([...trail, next]) : undefined}
            isLoading={query.isFetching}
          />
        </div>
      )}
    </Card>
  )
}

function FileCard({ binder }: { binder: Binder }) {
  const { id, status, progress, sizeBytes, readyAt, expiresAt } = binder
  const make = useAction(async () => {
    await call(makeBinder, { params: { id } })
    return 'We’re making the binder. You can leave this page, and we’ll notify you.'
  })
  return (
    <Card
      title="The binder"
      description="A ZIP file with a PDF to read, the redacted certificates, every receipt, what you looked up, the rules, and a signature that shows if anything was changed."
    >
      <div className="grid gap-4">
        {status === 'failed' && <Banner tone="danger">We couldn’t make the binder. Please try again.</Banner>}
        {status === 'outdated' && (
          <Banner tone="warning">
            A customer whose certificate was in it stopped sharing or deleted their account, so we deleted the
            file. Make it again.
          </Banner>
        )}
        {status === 'preparing' && (
          <Progress
            label="Making the binder"
            percent={progress === null ? null : Math.round(progress * 100)}
          />
        )}
        {status === 'ready' ? (
          <>
            <p className="text-ink-muted">
              {readyAt && `Made on ${formatDayOf(readyAt)}. `}
              {`We delete it on ${formatDayOf(expiresAt)}. `}
              <TextLink to="/verify-binder">Anyone can check the file</TextLink> without an account.
            </p>
            <div>
              <a
                href={addressOf(downloadBinder, { params: { id } })}
                download
                className={buttonClass('primary')}
              >
                <Download aria-hidden className="size-4" />
                Download the binder{sizeBytes !== null && ` (${bytesInWords(sizeBytes)})`}
              </a>
            </div>
          </>
        ) : (
          status !== 'preparing' && (
            <div>
              <Button isLoading={make.isRunning} onClick={make.run}>
                Make the binder
              </Button>
            </div>
          )
        )}
      </div>
    </Card>
  )
}
