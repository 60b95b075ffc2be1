import type { ReportTemplate } from '@exempta/contract/reports'
import { FileChartColumn, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { errorText } from '../../../lib/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { FailedState } from '../../../ui/failed-state.tsx'
import { presetNames, presets } from '../presets.ts'
import type { useReportState } from '../use-report-state.ts'
import { DeleteTemplateDialog } from './delete-template-dialog.tsx'
import { itemClass } from './item-class.ts'
import { TemplateItem } from './template-item.tsx'

interface TemplateListProps {
  templates: readonly ReportTemplate[] | undefined
  failure: unknown
  onRetry: () => void
  state: ReturnType<typeof useReportState>
  onNew: () => void
}

export function TemplateList({ templates, failure, onRetry, state, onNew }: TemplateListProps) {
  const [inQuestion, setInQuestion] = useState<ReportTemplate>()
  const { origin } = state
  return (
    <Card title="Report Templates" isFlush>
      <nav aria-label="Report Templates" className="grid gap-4 px-2 pb-3">
        <ul className="grid gap-0.5">
          {presetNames.map((name) => {
            const isChosen = origin.kind === 'preset' && origin.name === name
            return (
              <li key={name} className="flex">
                <Link
                  to={`?preset=${name}`}
                  aria-current={isChosen ? 'true' : undefined}
                  className={itemClass(isChosen)}
                >
                  <FileChartColumn aria-hidden />
                  {presets[name].name}
                </Link>
              </li>
            )
          })}
        </ul>
        <div className="grid gap-1">
          <h3 className="px-3 text-xs font-semibold tracking-wide text-ink-muted uppercase">
            Saved Templates
          </h3>
          {failure && !templates ? (
            <FailedState message={errorText(failure)} onRetry={onRetry} />
          ) : templates?.length ? (
            <ul aria-label="Saved Templates" className="grid gap-0.5">
              {templates.map((template) => (
                <TemplateItem
                  key={template.id}
                  template={template}
                  isChosen={origin.kind === 'template' && origin.template.id === template.id}
                  onDelete={() => setInQuestion(template)}
                />
              ))}
            </ul>
          ) : (
            <p className="px-3 py-1 text-ink-muted">None yet. Save a report to find it here.</p>
          )}
        </div>
        <Button variant="secondary" className="mx-2" onClick={onNew}>
          <Plus aria-hidden className="size-4" />
          New Report
        </Button>
      </nav>
      <DeleteTemplateDialog
        template={inQuestion}
        onClose={() => setInQuestion(undefined)}
        onDeleted={(id) => {
          if (origin.kind === 'template' && origin.template.id === id) state.openPreset('documents')
        }}
      />
    </Card>
  )
}
