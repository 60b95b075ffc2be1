import {
  getRehearsal,
  type Rehearsal,
  type RehearsalView,
  rehearseAudit,
} from '@exempta/contract/binders/sales-lists'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { formatDay, formatDayOf } from '../../../lib/format.ts'
import { failureOf, queryClient, routeQuery } from '../../../lib/query.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { toast } from '../../../ui/toast.ts'
import { count } from '../binder-words.ts'
import { money, several } from './gap-words.ts'

type Missing = RehearsalView['missing'][number]

/** A sample as an auditor draws it, what would be missing, and what that comes to. */
export function RehearsalCard({ listId: id }: { listId: string }) {
  const query = useQuery(routeQuery(getRehearsal, { params: { id } }))
  const [isRunning, setRunning] = useState(false)
  async function run(isNewSample: boolean) {
    setRunning(true)
    try {
      await call(rehearseAudit, { params: { id }, body: { isNewSample } })
      await queryClient.invalidateQueries({ queryKey: ['sales-lists'] })
    } catch (error) {
      toast.error(errorText(error))
    } finally {
      setRunning(false)
    }
  }
  const latest = query.data?.runs[0]
  return (
    <Card
      title="Audit rehearsal"
      description="See what an auditor might find. We pick a sample of your sales by month and size, show which have no good certificate, and estimate the bill. Check the same sample again after your customers have answered."
    >
      <div className="grid gap-5">
        {query.data && latest && <Explained rehearsal={latest} untaxed={query.data.untaxed} />}
        <div className="flex flex-wrap gap-2">
          <Button isLoading={isRunning} onClick={() => void run(false)}>
            {latest ? 'Check this sample again' : 'Rehearse an audit'}
          </Button>
          {latest && (
            <Button variant="secondary" isLoading={isRunning} onClick={() => void run(true)}>
              Pick another sample
            </Button>
          )}
        </div>
        {query.data && query.data.runs.length > 1 && <Runs runs={query.data.runs} />}
        {latest && (
          <DataTable
            caption="Sampled sales without a good certificate"
            columns={missingColumns}
            rows={query.data?.missing}
            rowId={(sale) => sale.id}
            failure={failureOf(query)}
            empty={<p>Every sale in this sample has a good certificate now.</p>}
          />
        )}
      </div>
    </Card>
  )
}

/** In three sentences. */
const Explained = ({ rehearsal, untaxed }: { rehearsal: Rehearsal; untaxed: number }) => (
  <p>
    {`On ${formatDayOf(rehearsal.createdAt)}, we picked ${count(rehearsal.sampled)} of your ${several(untaxed, 'sale')} without tax, large and small ones from every month, as an auditor might. `}
    {rehearsal.missing === 0
      ? 'All of them had a good certificate. '
      : `${count(rehearsal.missing)} of them had no good certificate, and their tax is ${money(rehearsal.missingTaxCents)}. `}
    {`If your other sales are like these, we estimate a bill of ${money(rehearsal.projectedTaxCents)}, not counting local taxes, interest and penalties.`}
  </p>
)

const runColumns: Column<Rehearsal>[] = [
  { key: 'on', header: 'Rehearsed', isPrimary: true, cell: ({ createdAt }) => formatDayOf(createdAt) },
  {
    key: 'sample',
    header: 'Sample',
    cell: ({ isSameSample }) => (isSameSample ? 'Current one' : 'Earlier one'),
  },
  {
    key: 'missing',
    header: 'Missing',
    align: 'right',
    cell: ({ missing, sampled }) => `${count(missing)} of ${count(sampled)}`,
  },
  {
    key: 'bill',
    header: 'Estimated bill',
    align: 'right',
    cell: ({ projectedTaxCents }) => money(projectedTaxCents),
  },
]

const Runs = ({ runs }: { runs: readonly Rehearsal[] }) => (
  <DataTable caption="Rehearsals" columns={runColumns} rows={runs} rowId={({ id }) => id} empty={null} />
)

const missingColumns: Column<Missing>[] = [
  {
    key: 'sale',
    header: 'Invoice or order',
    isPrimary: true,
    cell: ({ reference }) => reference ?? 'No number',
  },
  { key: 'on', header: 'Date', cell: ({ on }) => (on ? formatDay(on) : 'Not stated') },
  { key: 'customer', header: 'Customer', cell: ({ customer }) => customer ?? 'Not stated' },
  { key: 'state', header: 'State', cell: ({ state }) => state },
  { key: 'amount', header: 'Amount', align: 'right', cell: ({ amountCents }) => money(amountCents) },
  {
    key: 'why',
    header: 'Why',
    cell: ({ reason }) => <span className="text-sm text-ink-muted">{reason}</span>,
  },
]
