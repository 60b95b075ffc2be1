import { listReportTemplates, ReportDefinition } from '@exempta/contract/reports'
import { useQuery } from '@tanstack/react-query'
import { Save, SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import { routeQuery } from '../../lib/query.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SectionSpinner } from '../../ui/section-spinner.tsx'
import { ConfigureReport } from './configure/configure-report.tsx'
import { ExportMenu } from './export-menu.tsx'
import { ReportOutcome } from './result/report-outcome.tsx'
import { useReport } from './result/use-report.ts'
import { TemplateList } from './templates/template-list.tsx'
import { useReportState } from './use-report-state.ts'

const SaveTemplateDialog = lazy(() => import('./templates/save-template-dialog.tsx'))

export function AdminReports() {
  const panelId = useId()
  const [isSaving, setSaving] = useState(false)
  const templates = useQuery(routeQuery(listReportTemplates, {}))
  const state = useReportState(templates.data?.items ?? [])
  const { definition, origin } = state
  const [isOpen, setOpen] = useState(origin.kind === 'new')
  // Which report it is may be known only when the templates are there.
  const canRun = !templates.isPending && ReportDefinition.safeParse(definition).success
  const report = useReport(definition, canRun)
  if (templates.isPending) return <SectionSpinner />
  const run = (next: ReportDefinition) => {
    if (JSON.stringify(next) === JSON.stringify(definition)) void report.refetch()
    else state.change(next)
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
            <Button disabled={!canRun} onClick={() => setSaving(true)}>
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
            <Banner tone="warning">This template is not there any more.</Banner>
          )}
          <div id={panelId} hidden={!isOpen}>
            <ConfigureReport definition={definition} isRunning={report.isFetching} onRun={run} />
          </div>
          <ReportOutcome definition={definition} canRun={canRun} report={report} onChange={state.change} />
        </div>
      </div>
      <Suspense>
        {isSaving && (
          <SaveTemplateDialog
            definition={definition}
            origin={origin}
            state={state}
            onClose={() => setSaving(false)}
          />
        )}
      </Suspense>
    </>
  )
}
