import { dayMs } from '@exempta/contract/durations'
import {
  downloadRules,
  listRules,
  type PublishedRule,
  ruleConfidences,
  ruleTopics,
  ruleTopicWords,
} from '@exempta/contract/knowledge'
import { SearchX } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { addressOf } from '../../../lib/api.ts'
import { relativeTime } from '../../../lib/format.ts'
import { useList } from '../../../lib/list.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { Badge } from '../../../ui/badge.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { ExportLink } from '../../../ui/export-link.tsx'
import { ListFilter, ListSearch, ListView } from '../../../ui/list-view.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState } from '../../../ui/page-states.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { confidenceWords } from './confidence.ts'

const title = 'Rules'

export const meta = pageMeta(title)

const tabs = ['list', 'claims', 'files']

const ClaimsTable = onDemand(async () => (await import('./claims-table.tsx')).ClaimsTable)
const RulesFiles = onDemand(async () => (await import('./rules-files.tsx')).RulesFiles)

export default function RulesPage() {
  const [params, setParams] = useSearchParams()
  return (
    <>
      <PageHeader
        title={title}
        description="What states and forms say about exemption certificates, with sources."
      />
      <Tabs
        label="Rules"
        value={tabs.find((tab) => tab === params.get('tab')) ?? 'list'}
        onChange={(tab) => setParams(tab === 'list' ? {} : { tab }, { replace: true })}
        tabs={[
          { value: 'list', label: 'All rules', content: <RuleList /> },
          { value: 'claims', label: 'By claim', content: <ClaimsTable /> },
          { value: 'files', label: 'Rules files', content: <RulesFiles /> },
        ]}
      />
    </>
  )
}

const filters = {
  state: /^[A-Z]{2}$/,
  topic: ruleTopics,
  confidence: ruleConfidences,
  checked: ['outdated', 'recent'],
} as const

const confidenceTones = { high: 'success', medium: 'warning', low: 'neutral' } as const

const topicOptions = ruleTopics
  .map((value) => ({ value, label: ruleTopicWords[value] }))
  .sort((one, other) => one.label.localeCompare(other.label))
const confidenceOptions = ruleConfidences.map((value) => ({ value, label: confidenceWords[value] }))
const checkedOptions = [
  { value: 'outdated', label: 'Not checked for a year' },
  { value: 'recent', label: 'Checked within a year' },
]

/** Every rule that answers are based on, with where it was read and how sure we are. */
function RuleList() {
  const list = useList(listRules, {
    filters,
    input: ({ search, filters, cursor }) => ({ query: { search, ...filters, cursor } }),
  })
  const stateOptions = list.page?.states.map(({ code, name }) => ({ value: code, label: name })) ?? []
  return (
    <div className="grid gap-4">
      <ListView
        caption="Rules"
        columns={columns}
        {...list.view}
        rowId={({ id }) => id}
        toolbar={
          <>
            <ListSearch list={list} label="Search rules and sources..." />
            <ListFilter list={list} name="state" label="State" allLabel="All States" options={stateOptions} />
            <ListFilter list={list} name="topic" label="About" allLabel="All Topics" options={topicOptions} />
            <ListFilter
              list={list}
              name="confidence"
              label="Confidence"
              allLabel="Any Confidence"
              options={confidenceOptions}
            />
            <ListFilter
              list={list}
              name="checked"
              label="Last check"
              allLabel="Checked Anytime"
              options={checkedOptions}
            />
            <ExportLink
              href={addressOf(downloadRules, { query: { search: list.search, ...list.filters } })}
              className="sm:ml-auto"
            />
          </>
        }
        empty={
          <EmptyState icon={<SearchX aria-hidden />} title="No rules match.">
            Try another word, or remove a filter.
          </EmptyState>
        }
      />
      {list.page && (
        <p className="text-sm text-ink-muted">
          Version <span className="tabular-nums">{list.page.knowledgeVersion}</span>. Only high-confidence
          rules decide an answer on their own.
        </p>
      )}
    </div>
  )
}

const columns: Column<PublishedRule>[] = [
  {
    key: 'rule',
    header: 'Rule',
    isPrimary: true,
    cell: ({ id, subject, text, from, until }) => (
      <span className="grid gap-1">
        <span className="text-sm font-semibold">{subject}</span>
        <span>{text}</span>
        <span className="text-xs text-ink-muted [overflow-wrap:anywhere]">
          {id}
          {from && ` · from ${inWords.format(new Date(from))}`}
          {until && ` · until ${inWords.format(new Date(until))}`}
        </span>
      </span>
    ),
  },
  { key: 'about', header: 'About', cell: ({ topic }) => ruleTopicWords[topic] },
  {
    key: 'source',
    header: 'Source',
    cell: ({ source }) => (
      <span className="grid max-w-md gap-1">
        <span>{source.title}</span>
        {source.quote ? (
          <q className="text-sm text-ink-muted">{source.quote}</q>
        ) : (
          <span className="text-sm text-ink-muted">Reported by others. We haven’t read the source.</span>
        )}
        {source.address && (
          <span className="text-xs text-ink-muted [overflow-wrap:anywhere]">{source.address}</span>
        )}
      </span>
    ),
  },
  {
    key: 'confidence',
    header: 'Confidence',
    cell: ({ confidence }) => <Badge tone={confidenceTones[confidence]}>{confidenceWords[confidence]}</Badge>,
  },
  {
    key: 'seen',
    header: 'Last seen',
    cell: ({ source, isOutdated }) => (
      <span className="grid justify-items-start gap-1">
        <span className="whitespace-nowrap">
          {source.quote ? 'Checked' : 'Noted'} {inWords.format(new Date(source.seenOn))}
        </span>
        <span className="text-sm whitespace-nowrap text-ink-muted">{ageOf(source.seenOn)}</span>
        {isOutdated && <Badge tone="warning">Not checked for a year</Badge>}
      </span>
    ),
  },
]

/** Sources are checked on a day, not at an hour. */
function ageOf(day: string): string {
  const [then, now] = [new Date(day), new Date()]
  return now.getTime() - then.getTime() < dayMs ? 'today' : relativeTime(then, now, 'en-US')
}

const inWords = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
