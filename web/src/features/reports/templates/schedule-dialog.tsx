import { listUsers } from '@exempta/contract/admin/users'
import { type ReportTemplate, Schedule, scheduleReportTemplate } from '@exempta/contract/reports'
import { reportLimits } from '@exempta/contract/reports/limits'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { ownTimeZone, zoneInWords } from '../../../lib/format.ts'
import { listQuery } from '../../../lib/query.ts'
import { useSessionState } from '../../../lib/session-store.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialogs.tsx'
import { Field } from '../../../ui/field.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { Select } from '../../../ui/select.tsx'
import { toast } from '../../../ui/toast.ts'
import { refreshTemplates } from '../report-state.ts'
import { dayOf, everyWords, hourInWords } from './schedule-words.ts'

const zones = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'UTC',
]
const here = ownTimeZone()
const workingDay = 8
const options = (values: readonly string[], label: (value: string) => string) =>
  values.map((value) => ({ value, label: label(value) }))

interface ScheduleDialogProps {
  template: ReportTemplate
  onClose: () => void
}

/** Who gets an email with a link to the report, and when. */
export function ScheduleDialog({ template, onClose }: ScheduleDialogProps) {
  const { id, name, schedule } = template
  const session = useSessionState()
  const ownId = session.status === 'signed-in' ? session.session.person.id : undefined
  const [times, setTimes] = useState({
    every: schedule?.every ?? 'weekly',
    hour: schedule?.hour ?? workingDay,
    timeZone: schedule?.timeZone ?? here,
  })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    new Set(schedule ? schedule.recipients.map((recipient) => recipient.id) : ownId ? [ownId] : []),
  )
  const [trouble, setTrouble] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const administrators = useQuery(
    listQuery(listUsers, { query: { role: 'admin', status: 'active', limit: 100 } }),
  )

  async function save(event: FormEvent) {
    event.preventDefault()
    const recipientIds = (administrators.data?.items ?? [])
      .map((person) => person.id)
      .filter((one) => chosen.has(one))
    setTrouble(recipientIds.length === 0 ? 'Please choose at least one recipient' : undefined)
    if (recipientIds.length === 0) return
    setSaving(true)
    try {
      const body = { schedule: { ...times, recipientIds } }
      const saved = await call(scheduleReportTemplate, { params: { id }, body })
      await refreshTemplates()
      onClose()
      if (saved.schedule)
        toast.success(`We’ll email a link to ${name} ${times.every}, starting ${dayOf(saved.schedule)}.`)
    } catch (error) {
      setTrouble(errorText(error))
    } finally {
      setSaving(false)
    }
  }

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Email schedule"
      description={`We email a link to ${name}, which opens after login. Weekly emails come on Mondays, monthly ones on the first.`}
    >
      <form className="grid gap-4 pb-4" noValidate onSubmit={(event) => void save(event)}>
        {trouble && <Banner tone="danger">{trouble}</Banner>}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="How often">
            <Select
              options={options(Schedule.options, (every) => everyWords[every as Schedule])}
              value={times.every}
              onChange={({ target }) => setTimes({ ...times, every: target.value as Schedule })}
            />
          </Field>
          <Field label="Time">
            <Select
              options={Array.from({ length: 24 }, (_, hour) => ({
                value: String(hour),
                label: hourInWords(hour),
              }))}
              value={String(times.hour)}
              onChange={({ target }) => setTimes({ ...times, hour: Number(target.value) })}
            />
          </Field>
        </div>
        <Field label="Time zone">
          <Select
            options={options([...new Set([here, times.timeZone, ...zones])], zoneInWords)}
            value={times.timeZone}
            onChange={({ target }) => setTimes({ ...times, timeZone: target.value })}
          />
        </Field>
        <fieldset className="grid gap-2">
          <legend className="pb-1 text-sm font-medium">{`Recipients, at most ${reportLimits.reportRecipients}`}</legend>
          {administrators.error && <Banner tone="danger">{errorText(administrators.error)}</Banner>}
          {!administrators.data && !administrators.error && (
            <Skeleton className="h-10" label="Loading administrators" />
          )}
          {administrators.data?.items.map((person) => (
            <Checkbox
              key={person.id}
              label={person.name}
              hint={person.email}
              checked={chosen.has(person.id)}
              onChange={({ target }) => {
                const next = new Set(chosen)
                if (target.checked) next.add(person.id)
                else next.delete(person.id)
                setChosen(next)
              }}
            />
          ))}
        </fieldset>
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" isLoading={isSaving}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
