import { csvLine, csvStart } from '@exempta/contract/csv'
import {
  downloadReport,
  listReportTemplates,
  ReportDefinition,
  type ReportResult,
} from '@exempta/contract/reports'
import { useQuery } from '@tanstack/react-query'
import { Download, Monitor, Rows3, Save, SlidersHorizontal } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { addressOf } from '../../lib/api.ts'
import { onDemand } from '../../lib/on-demand.tsx'
import { pageMeta } from '../../lib/page-meta.ts'
import { routeQuery } from '../../lib/query.ts'
import { saveTextFile } from '../../lib/save-text-file.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { SectionSpinner } from '../../ui/loading.tsx'
import { Menu } from '../../ui/menu.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { type ConfigureHandle, ConfigureReport } from './configure/configure-report.tsx'
import { useReportState } from './report-state.ts'
import { ReportOutcome } from './result/report-result.tsx'
import { inOwnTimeZone, useReport } from './result/use-report.ts'
import { TemplateList } from './templates/template-list.tsx'

export const meta = pageMeta('Reports')

export default function ReportsPage() {
  return <AdminReports />
}

const SaveTemplateDialog = onDemand(
  async () => (await import('./templates/save-template-dialog.tsx')).SaveTemplateDialog,
)

interface ExportMenuProps {
  definition: ReportDefinition
  pages: readonly ReportResult[] | undefined
  isDisabled: boolean
}

/** What is on screen is written here; everything is streamed by the server. */
function ExportMenu({ definition, pages, isDisabled }: ExportMenuProps) {
  return (
    <Menu
      trigger={
        <Button variant="secondary" disabled={isDisabled}>
          <Download aria-hidden className="size-4" />
          Export CSV
        </Button>
      }
      items={[
        {
          label: 'Rows on screen',
          icon: <Monitor aria-hidden />,
          isDisabled: !pages,
          onSelect: () => pages && saveTextFile(fileName(definition), screenTable(pages)),
        },
        {
          label: 'All rows',
          icon: <Rows3 aria-hidden />,
          onSelect: () => {
            location.assign(
              addressOf(downloadReport, { query: { definition: JSON.stringify(inOwnTimeZone(definition)) } }),
            )
          },
        },
      ]}
    />
  )
}

const fileName = ({ name }: ReportDefinition) => `${name} ${new Date().toISOString().slice(0, 10)}.csv`

function screenTable(pages: readonly ReportResult[]): string {
  const headings = pages[0]?.columns.map(({ label }) => label) ?? []
  const cells = pages.flatMap(({ rows }) => rows)
  const asText = (cell: (typeof cells)[number][number]) => (typeof cell === 'boolean' ? String(cell) : cell)
  return csvStart + csvLine(headings) + cells.map((row) => csvLine(row.map(asText))).join('')
}

function AdminReports() {
  const panelId = useId()
  const panel = useRef<ConfigureHandle>(null)
  const [saving, setSaving] = useState<ReportDefinition>()
  const templates = useQuery(routeQuery(listReportTemplates, {}))
  const state = useReportState(templates.data?.items ?? [])
  const { definition, origin } = state
  const [isOpen, setOpen] = useState(origin.kind === 'new')
  // Which report it is may be known only when the templates are there.
  const canRun = !templates.isPending && ReportDefinition.safeParse(definition).success
  const report = useReport(definition, canRun)
  if (templates.isPending) return <SectionSpinner />
  const isShown = (next: ReportDefinition) => JSON.stringify(next) === JSON.stringify(definition)
  const run = (next: ReportDefinition) => {
    if (isShown(next)) void report.refetch()
    else state.change(() => next)
  }
  /** What the panel shows is what is saved: changes that have not run yet are run first. */
  function save() {
    setSaving(isOpen ? panel.current?.run() : definition)
  }
  return (
    <>
      <PageHeader
        title="Reports"
        description="Build, save and export reports."
        actions={
          <>
            <Button
              variant="secondary"
              aria-expanded={isOpen}
              aria-controls={panelId}
              onClick={() => setOpen(!isOpen)}
            >
              <SlidersHorizontal aria-hidden className="size-4" />
              Filters
            </Button>
            <ExportMenu definition={definition} pages={report.data?.pages} isDisabled={!canRun} />
            <Button disabled={!canRun && !isOpen} onClick={save}>
              <Save aria-hidden className="size-4" />
              Save Template
            </Button>
          </>
        }
      />
      <div className="grid items-start gap-6 lg:grid-cols-[16rem_minmax(0,1fr)]">
        <TemplateList
          templates={templates.data?.items}
          failure={templates.error}
          onRetry={() => void templates.refetch()}
          state={state}
          onNew={() => {
            setOpen(true)
            state.openNew()
          }}
        />
        <div className="grid min-w-0 gap-6">
          {state.isMissing && templates.data && (
            <Banner tone="warning">This template no longer exists.</Banner>
          )}
          <div id={panelId} hidden={!isOpen}>
            <ConfigureReport ref={panel} definition={definition} isRunning={report.isFetching} onRun={run} />
          </div>
          <ReportOutcome definition={definition} canRun={canRun} report={report} onChange={state.change} />
        </div>
      </div>
      {saving && (
        <SaveTemplateDialog
          definition={saving}
          origin={origin}
          state={state}
          onClose={() => setSaving(undefined)}
        />
      )}
    </>
  )
}
