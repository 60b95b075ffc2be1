import type { CustomerRow, CustomerStateAnswer } from '@exempta/contract/customers'
import { stateNames } from '@exempta/contract/states'
import { formatDay } from '../../../lib/format.ts'
import { AnswerBadge } from '../../../shared/customers/answer-badge.tsx'
import { CustomerLink } from '../../../shared/customers/customer-link.tsx'
import { Badge } from '../../../ui/badge.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { Clipped } from '../../../ui/text.tsx'

// Each row is one line, so that a screen shows at least ten of them.
const shownStates = 2
const shownTags = 1

/** What is missing first: that is what someone has to do something about. */
const byNeed = (answers: readonly CustomerStateAnswer[]) =>
  answers.toSorted((one, other) => Number(other.isMissing) - Number(one.isMissing))

const soonest = (answers: readonly CustomerStateAnswer[]): string | undefined =>
  answers
    .flatMap(({ expiresOn }) => expiresOn ?? [])
    .sort()
    .at(0)

const StatesCell = ({ answers }: { answers: readonly CustomerStateAnswer[] }) => {
  if (answers.length === 0) return <span className="text-ink-muted">No state yet</span>
  const more = answers.length - shownStates
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 md:flex-nowrap">
      {byNeed(answers)
        .slice(0, shownStates)
        .map(({ state, answer }) => (
          <span key={state} className="inline-flex items-center gap-1.5" title={stateNames[state]}>
            <span className="tabular-nums">{state}</span>
            <AnswerBadge answer={answer} />
          </span>
        ))}
      {more > 0 && <span className="text-ink-muted">+{more}</span>}
    </span>
  )
}

export const customerColumns: Column<CustomerRow>[] = [
  {
    key: 'name',
    header: 'Customer',
    isPrimary: true,
    cell: (customer) => (
      <span className="flex flex-wrap items-center gap-x-2 md:max-w-52 md:flex-nowrap 2xl:max-w-80">
        <span className="min-w-0 md:truncate" title={customer.name}>
          <CustomerLink customer={customer} />
        </span>
        {customer.isInactive && <Badge>Inactive</Badge>}
      </span>
    ),
  },
  {
    key: 'email',
    header: 'Email',
    isBlank: ({ email }) => email === null,
    cell: ({ email }) => email && <Clipped text={email} className="md:max-w-44 2xl:max-w-64" />,
  },
  {
    key: 'number',
    header: 'Number',
    isBlank: ({ number }) => number === null,
    cell: ({ number }) => number && <Clipped text={number} className="md:max-w-24" />,
  },
  { key: 'states', header: 'Answer by state', cell: StatesCell },
  {
    key: 'expires',
    header: 'Next to expire',
    isBlank: ({ answers }) => soonest(answers) === undefined,
    cell: ({ answers }) => {
      const day = soonest(answers)
      return day && <span className="whitespace-nowrap tabular-nums">{formatDay(day)}</span>
    },
  },
  {
    key: 'tags',
    header: 'Tags',
    isBlank: ({ tags }) => tags.length === 0,
    cell: ({ tags }) => (
      <span className="flex flex-wrap gap-1 md:flex-nowrap" title={tags.join(', ')}>
        {tags.slice(0, shownTags).map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
        {tags.length > shownTags && <span className="text-ink-muted">+{tags.length - shownTags}</span>}
      </span>
    ),
  },
]
