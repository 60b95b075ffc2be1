import {
  type CampaignColumn,
  type CampaignDetails,
  type CampaignProblem,
  campaignColumns,
  campaignProblems,
  createCampaign,
  downloadProblems,
  getCampaign,
  startCampaign,
  testCampaign,
} from '@exempta/contract/requests/campaigns'
import { requestLimits } from '@exempta/contract/requests/limits'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { addressOf, call, sendForm } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { queryClient, routeQuery } from '../../../lib/query.ts'
import { useMembership } from '../../../lib/roles.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ContractForm } from '../../../ui/contract-form.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormTextarea, FormTextField } from '../../../ui/form-field.tsx'
import { Select } from '../../../ui/select.tsx'
import { toast } from '../../../ui/toast.ts'
import { refreshLists, refreshRequests } from '../refresh.ts'
import { keepFile, keptFile } from './upload-list.tsx'

const count = (value: number) => value.toLocaleString('en-US')

/** Everything there is to see before the list is sent. */
export function DraftCampaign({ campaign }: { campaign: CampaignDetails }) {
  const { isManager } = useMembership()
  return (
    <>
      <Card title="What we found" description={summaryOf(campaign)}>
        <Columns campaign={campaign} />
        <Problems campaign={campaign} />
      </Card>
      {isManager && campaign.good > 0 && <SendCard campaign={campaign} />}
    </>
  )
}

/** Behind the number of lines. */
const problemWords = {
  'no-address': 'without an address',
  'bad-address': 'with a wrong address',
  twice: 'listed twice',
  formula: 'that could be a formula',
  'unknown-state': 'with an unknown state',
  'bad-date': 'with an unclear date',
  'too-long': 'with too much text',
  'not-exempt': 'not exempt',
  'no-email': 'not to be emailed',
  'has-certificate': 'with a good certificate',
  'asked-lately': 'asked lately',
} as const satisfies Record<CampaignProblem, string>

const summaryOf = ({ rows, good, problems }: CampaignDetails) =>
  [
    `${count(rows)} rows`,
    `${count(good)} good`,
    ...problems.map(({ kind, count: number }) => `${count(number)} ${problemWords[kind]}`),
  ].join(' · ')

/** Choosing another column uploads the file again, as long as this tab has it. */
function Columns({ campaign: { id, name, columns, mapping } }: { campaign: CampaignDetails }) {
  const [, setParams] = useSearchParams()
  const [isSending, setSending] = useState(false)
  const file = keptFile(id)
  const options = columns.map((heading, at) => ({
    value: String(at),
    label: heading || `Column ${at + 1}`,
  }))

  async function choose(column: CampaignColumn, value: string) {
    if (!file) return
    setSending(true)
    try {
      const form = new FormData()
      form.append('name', name)
      form.append('mapping', JSON.stringify({ ...mapping, [column]: value === '' ? null : Number(value) }))
      form.append('replaces', id)
      form.append('file', file, file.name)
      const next = await sendForm(createCampaign, form)
      keepFile(next.id, file)
      // The draft before is gone, so only the list is fetched again.
      queryClient.setQueryData(routeQuery(getCampaign, { params: { id: next.id } }).queryKey, next)
      setParams({ tab: 'lists', list: next.id }, { replace: true })
      await refreshLists()
    } catch (error) {
      toast.error(errorText(error))
    } finally {
      setSending(false)
    }
  }

  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {(Object.keys(campaignColumns) as CampaignColumn[]).map((column) => (
        <Field key={column} label={campaignColumns[column]} isRequired={column === 'email'}>
          <Select
            placeholder="Not in the list"
            options={options}
            value={mapping[column] === null ? '' : String(mapping[column])}
            disabled={!file || isSending}
            onChange={({ target }) => void choose(column, target.value)}
          />
        </Field>
      ))}
      {!file && (
        <p className="text-sm text-ink-muted sm:col-span-2">
          To choose other columns, delete this list and upload the file again.
        </p>
      )}
    </div>
  )
}

function Problems({ campaign: { id, lines, problems } }: { campaign: CampaignDetails }) {
  if (lines.length === 0) return null
  const all = problems.reduce((sum, one) => sum + one.count, 0)
  return (
    <section aria-labelledby="lines-to-fix" className="mt-5 grid gap-3 border-t border-line pt-5">
      <h3 id="lines-to-fix" className="font-semibold">
        Lines we leave out
      </h3>
      <ul className="grid max-h-72 gap-1 overflow-y-auto">
        {lines.map(({ line, kind, value }) => (
          <li key={line} className="flex flex-wrap gap-x-3 [overflow-wrap:anywhere]">
            <span className="text-ink-muted">Line {count(line)}</span>
            <span>{campaignProblems[kind]}</span>
            {value && <span className="text-ink-muted">{value}</span>}
          </li>
        ))}
      </ul>
      {all > lines.length && <p className="text-sm text-ink-muted">These are the first {lines.length}.</p>}
      <div>
        <a
          href={addressOf(downloadProblems, { params: { id } })}
          download
          className={buttonClass('secondary', 'sm')}
        >
          Download these lines
        </a>
      </div>
    </section>
  )
}

function SendCard({ campaign: { id, good, email } }: { campaign: CampaignDetails }) {
  return (
    <Card title="The email" description="Nothing is sent before you press Send.">
      <div className="grid gap-4">
        <ContractForm
          schema={startCampaign.body}
          defaultValues={{ subject: email.subject, message: '' }}
          submitLabel={`Send to ${count(good)}`}
          onSubmit={async (body) => {
            await call(startCampaign, { params: { id }, body })
            await refreshRequests()
          }}
        >
          <FormTextField name="subject" label="Subject" isRequired={false} autoComplete="off" />
          <FormTextarea
            name="message"
            label="Your message"
            isRequired={false}
            hint="We add it to the email and to the page."
          />
          <Preview id={id} email={email} />
        </ContractForm>
        <Banner tone="info">
          We send up to {count(requestLimits.requestEmailsPerDay)} emails a day. Customers who answer in any
          way get no reminders.
        </Banner>
      </div>
    </Card>
  )
}

/** What arrives, as it is typed, and the way to see it in one's own mailbox. */
function Preview({ id, email }: Pick<CampaignDetails, 'id' | 'email'>) {
  const { getValues, control } = useFormContext<{ subject: string; message: string }>()
  const [subject, message] = useWatch({ control, name: ['subject', 'message'] })
  const [isSending, setSending] = useState(false)
  async function test() {
    setSending(true)
    try {
      const { sentTo } = await call(testCampaign, { params: { id }, body: getValues() })
      toast.success(`We’re sending a test email to ${sentTo}.`)
    } catch (error) {
      toast.error(errorText(error))
    } finally {
      setSending(false)
    }
  }
  return (
    <section aria-label="Preview" className="grid gap-3">
      <div className="grid gap-2 rounded-control border border-line bg-subtle p-4 [overflow-wrap:anywhere]">
        <p className="font-medium">{subject.trim() || email.subject}</p>
        <p className="text-sm whitespace-pre-line text-ink-muted">
          {message.trim() ? email.withMessage.replace('{message}', () => message.trim()) : email.text}
        </p>
      </div>
      <div>
        <Button variant="secondary" size="sm" isLoading={isSending} onClick={() => void test()}>
          Send me a test email
        </Button>
      </div>
    </section>
  )
}
