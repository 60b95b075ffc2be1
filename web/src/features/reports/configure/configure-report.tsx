import { ReportDefinition } from '@exempta/contract/reports'
import { type ReportType, reportCatalog, reportTypes } from '@exempta/contract/reports/catalog'
import { Play } from 'lucide-react'
import { type Ref, useImperativeHandle, useState } from 'react'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { nameFor, startOf } from '../report-state.ts'
import { ColumnsChoice, SortChoice } from './columns-choice.tsx'
import { FiltersChoice } from './filters-choice.tsx'
import { AggregationsChoice, GroupsChoice } from './grouping-choice.tsx'

interface ConfigureReportProps {
  definition: ReportDefinition
  isRunning: boolean
  onRun: (definition: ReportDefinition) => void
  ref?: Ref<ConfigureHandle>
}

export interface ConfigureHandle {
  /** Runs what the panel shows. Returns it, or undefined if it can’t run; then the panel says why. */
  run(): ReportDefinition | undefined
}

const typeOptions = reportTypes.map((type) => ({ value: type, label: reportCatalog[type].label }))

/** A draft: nothing runs until it is asked to. The charts are chosen below, so they don’t change it. */
export function ConfigureReport({ definition, isRunning, onRun, ref }: ConfigureReportProps) {
  const { charts, ...configured } = definition
  const [draft, setDraft] = useState<ReportDefinition>(configured)
  const [faults, setFaults] = useState<string[]>([])
  const written = JSON.stringify(configured)
  const [shown, setShown] = useState(written)
  // Another report, or another order by the head of a column.
  if (shown !== written) {
    setShown(written)
    setDraft(configured)
    setFaults([])
  }
  function run() {
    const checked = ReportDefinition.safeParse({ ...draft, charts })
    setFaults([...new Set(checked.error?.issues.map(({ message }) => message))])
    if (checked.success) onRun(checked.data)
    return checked.data
  }
  useImperativeHandle(ref, () => ({
    run: () => (JSON.stringify(draft) === written ? definition : run()),
  }))
  const parts = { draft, onChange: setDraft }
  return (
    <Card title="Configure Report">
      <form
        noValidate
        className="grid gap-6"
        onSubmit={(event) => {
          event.preventDefault()
          run()
        }}
      >
        {faults.length > 0 && (
          <Banner tone="danger" title="Please check the report settings.">
            <ul className="list-disc pl-4">
              {faults.map((fault) => (
                <li key={fault}>{fault}</li>
              ))}
            </ul>
          </Banner>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Report Name">
            <TextInput
              value={draft.name}
              onChange={({ target }) => setDraft({ ...draft, name: target.value })}
            />
          </Field>
          <Field label="Report Type">
            <Select
              options={typeOptions}
              value={draft.type}
              onChange={({ target }) => {
                const type = target.value as ReportType
                setDraft(startOf(type, nameFor(type, draft.name)))
              }}
            />
          </Field>
        </div>
        <ColumnsChoice {...parts} />
        <FiltersChoice {...parts} />
        <GroupsChoice {...parts} />
        <AggregationsChoice {...parts} />
        <div className="flex flex-wrap items-end justify-between gap-4">
          <SortChoice {...parts} />
          <Button type="submit" isLoading={isRunning}>
            <Play aria-hidden className="size-4" />
            Run Report
          </Button>
        </div>
      </form>
    </Card>
  )
}
