import { type ReportTemplate, removeReportTemplate, scheduleReportTemplate } from '@exempta/contract/reports'
import { texts } from '@exempta/contract/texts'
import {
  CalendarClock,
  CalendarOff,
  EllipsisVertical,
  FileChartColumn,
  FileText,
  Plus,
  Trash2,
} from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../../lib/api.ts'
import { errorText, orThrowText } from '../../../lib/api-error.ts'
import { classNames } from '../../../lib/class-names.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/dialogs.tsx'
import { PlainIconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { FailedState } from '../../../ui/page-states.tsx'
import { toast } from '../../../ui/toast.ts'
import { presetNames, presets, refreshTemplates, type useReportState } from '../report-state.ts'
import { scheduleInWords } from './schedule-words.ts'

const ScheduleDialog = onDemand(async () => (await import('./schedule-dialog.tsx')).ScheduleDialog)

/** The look of an entry of the list; the chosen one stands out. */
const itemClass = (isChosen: boolean) =>
  classNames(
    'flex min-w-0 flex-1 items-center gap-2.5 rounded-control px-3 py-2 text-left [&_svg]:size-4 [&_svg]:shrink-0',
    isChosen ? 'bg-accent-soft font-medium text-accent-ink' : 'hover:bg-subtle',
  )

interface TemplateItemProps {
  template: ReportTemplate
  isChosen: boolean
  onDelete: () => void
}

function TemplateItem({ template, isChosen, onDelete }: TemplateItemProps) {
  const { id, name, description, schedule } = template
  const [isScheduling, setScheduling] = useState(false)
  async function stopEmails() {
    try {
      await call(scheduleReportTemplate, { params: { id }, body: { schedule: null } })
      await refreshTemplates()
      toast.success(`We’ll no longer email ${name} to anyone.`)
    } catch (error) {
      toast.error(errorText(error))
    }
  }
  return (
    <li className="flex items-center">
      <Link
        to={`?template=${id}`}
        aria-current={isChosen ? 'true' : undefined}
        {...(description && { title: description })}
        className={itemClass(isChosen)}
      >
        <FileText aria-hidden />
        <span className="grid min-w-0">
          <span className="[overflow-wrap:anywhere]">{name}</span>
          {schedule && (
            <span className="text-xs font-normal text-ink-muted">{scheduleInWords(schedule)}</span>
          )}
        </span>
      </Link>
      <Menu
        trigger={
          <PlainIconButton size="sm" label={`Options for ${name}`} icon={<EllipsisVertical aria-hidden />} />
        }
        items={[
          {
            label: schedule ? 'Change the email schedule' : 'Email on a schedule',
            icon: <CalendarClock aria-hidden />,
            onSelect: () => setScheduling(true),
          },
          ...(schedule
            ? [
                {
                  label: 'Stop emails',
                  icon: <CalendarOff aria-hidden />,
                  onSelect: () => void stopEmails(),
                },
              ]
            : []),
          {
            label: 'Delete',
            icon: <Trash2 aria-hidden />,
            tone: 'danger',
            startsGroup: true,
            onSelect: onDelete,
          },
        ]}
      />
      {isScheduling && <ScheduleDialog template={template} onClose={() => setScheduling(false)} />}
    </li>
  )
}

interface DeleteTemplateDialogProps {
  template: ReportTemplate | undefined
  onClose: () => void
  onDeleted: (id: string) => void
}

function DeleteTemplateDialog({ template, onClose, onDeleted }: DeleteTemplateDialogProps) {
  async function remove() {
    if (!template) return
    await orThrowText(
      texts.admin.templateDeleteFailed,
      call(removeReportTemplate, { params: { id: template.id } }),
    )
    onDeleted(template.id)
    toast.success(`Deleted ${template.name}.`)
    await refreshTemplates()
  }
  return (
    <ConfirmDialog
      isOpen={template !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Delete template"
      question={texts.admin.templateDeleteQuestion}
      subject={template?.name}
      confirmLabel="Delete"
      onConfirm={remove}
    />
  )
}

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
            <p className="px-3 py-1 text-ink-muted">No saved templates yet. Save a report to see it here.</p>
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
