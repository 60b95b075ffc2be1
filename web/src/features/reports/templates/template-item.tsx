import { type ReportTemplate, type Schedule, scheduleReportTemplate } from '@exempta/contract/reports'
import { CalendarClock, CalendarOff, EllipsisVertical, FileText, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/error-text.ts'
import { Menu } from '../../../ui/menu.tsx'
import { PlainIconButton } from '../../../ui/plain-icon-button.tsx'
import { toast } from '../../../ui/toast.ts'
import { itemClass } from './item-class.ts'
import { refreshTemplates } from './refresh-templates.ts'

interface TemplateItemProps {
  template: ReportTemplate
  isChosen: boolean
  onDelete: () => void
}

const schedules: readonly Schedule[] = ['daily', 'weekly', 'monthly']
const dayOf = (at: string) => new Date(at).toLocaleDateString(undefined, { dateStyle: 'medium' })

export function TemplateItem({ template, isChosen, onDelete }: TemplateItemProps) {
  const { id, name, description, schedule, nextMailAt } = template
  async function choose(every: Schedule | null) {
    try {
      const { nextMailAt: next } = await call(scheduleReportTemplate, { params: { id }, body: { every } })
      await refreshTemplates()
      toast.success(
        next
          ? `A link to ${name} comes by mail ${every}, first on ${dayOf(next)}.`
          : `${name} is no longer mailed to you.`,
      )
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
          <span className="truncate">{name}</span>
          {schedule && nextMailAt && (
            <span className="truncate text-xs font-normal text-ink-muted">
              Mailed {schedule}, next {dayOf(nextMailAt)}
            </span>
          )}
        </span>
      </Link>
      <Menu
        trigger={
          <PlainIconButton size="sm" label={`Options of ${name}`} icon={<EllipsisVertical aria-hidden />} />
        }
        items={[
          ...schedules.map((every) => ({
            label: `Mail me ${every}`,
            icon: <CalendarClock aria-hidden />,
            isDisabled: schedule === every,
            onSelect: () => void choose(every),
          })),
          ...(schedule
            ? [
                {
                  label: 'Stop mailing',
                  icon: <CalendarOff aria-hidden />,
                  onSelect: () => void choose(null),
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
    </li>
  )
}
