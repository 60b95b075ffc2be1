import {
  type CustomerVerification,
  listCustomerVerifications,
  openProof,
  verificationResultWords,
} from '@exempta/contract/review/verifications'
import { stateNames } from '@exempta/contract/states'
import { addressOf } from '../../../lib/api.ts'
import { formatDay } from '../../../lib/format.ts'
import { useGrowingList } from '../../../lib/growing-list.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { GrowingTable } from '../../../ui/growing-table.tsx'
import { TextLink } from '../../../ui/text.tsx'
import { whereOf } from './look-up-list.tsx'

const columns: Column<CustomerVerification>[] = [
  {
    key: 'number',
    header: 'Number',
    isPrimary: true,
    cell: ({ receivedId, state, number }) => (
      <TextLink to={`/business/documents/${receivedId}`}>
        {stateNames[state] ?? state} {number}
      </TextLink>
    ),
  },
  {
    key: 'result',
    header: 'Result',
    cell: ({ result, foundName }) => (
      <span className="grid">
        {verificationResultWords[result]}
        {foundName && <span className="text-xs text-ink-muted">Listed as {foundName}</span>}
      </span>
    ),
  },
  { key: 'where', header: 'Where', cell: whereOf },
  { key: 'on', header: 'On', cell: ({ checkedOn }) => formatDay(checkedOn) },
  { key: 'by', header: 'By', cell: ({ by }) => by ?? 'Someone who left' },
  {
    key: 'again',
    header: 'Look up again',
    isBlank: ({ dueOn }) => dueOn === null,
    cell: ({ dueOn }) => dueOn && formatDay(dueOn),
  },
  {
    key: 'proof',
    header: 'Screenshot',
    isBlank: ({ hasProof }) => !hasProof,
    cell: ({ id, receivedId, hasProof }) =>
      hasProof && (
        <a
          className="text-accent-ink underline underline-offset-2"
          href={addressOf(openProof, { params: { id: receivedId, verificationId: id } })}
          target="_blank"
          rel="noreferrer"
        >
          View
        </a>
      ),
  },
]

/** What was looked up about the numbers of one customer, on all of their certificates. */
export function CustomerNumberChecks({ customerId }: { customerId: string }) {
  const list = useGrowingList(listCustomerVerifications, {
    input: { params: { id: customerId }, query: {} },
    topic: 'received',
  })
  return (
    <GrowingTable
      caption="Number checks"
      list={list}
      columns={columns}
      rowId={({ id }) => id}
      empty="No number checks yet"
    >
      Look a number up beside its certificate, and the result appears here.
    </GrowingTable>
  )
}
