import { BinderForm, binderLimits, createBinder, getBinder } from '@exempta/contract/binders'
import { stateNames } from '@exempta/contract/states'
import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { sendForm } from '../../lib/api.ts'
import { ApiError, errorText } from '../../lib/api-error.ts'
import { today } from '../../lib/format.ts'
import { queryClient, routeQuery } from '../../lib/query.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'

const stateOptions = Object.entries(stateNames).map(([value, label]) => ({ value, label }))
type Problems = Partial<Record<'state' | 'from' | 'to', string>>

/** A state and a period, or the auditor's list. With a list, the period can be left open. */
export function NewBinder({ onStarted }: { onStarted: (id: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [values, setValues] = useState({ state: '', from: '', to: '' })
  const [file, setFile] = useState<File>()
  const [problems, setProblems] = useState<Problems>({})
  /** One message for each wrong line of the list. */
  const [wrongLines, setWrongLines] = useState<readonly string[]>([])
  const [trouble, setTrouble] = useState<string>()
  const [isSending, setSending] = useState(false)
  const change = (name: keyof typeof values) => ({
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => setValues({ ...values, [name]: target.value }),
  })

  function check(): Problems {
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
    const found: Problems = {}
    const parsed = BinderForm.safeParse({ state: '', ...given })
    for (const { path, message } of parsed.error?.issues ?? []) {
      found[path[0] as keyof Problems] ??= message
    }
    if (!file && !values.from) found.from ??= 'Please choose the first day'
    if (!file && !values.to) found.to ??= 'Please choose the last day'
    return found
  }

  async function start() {
    const found = check()
    setProblems(found)
    setWrongLines([])
    setTrouble(undefined)
    if (Object.keys(found).length > 0) return
    setSending(true)
    try {
      const form = new FormData()
      for (const [name, value] of Object.entries(values)) if (value) form.append(name, value)
      if (file) form.append('file', file, file.name)
      const binder = await sendForm(createBinder, form)
      queryClient.setQueryData(routeQuery(getBinder, { params: { id: binder.id } }).queryKey, binder)
      onStarted(binder.id)
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : []
      setProblems(Object.fromEntries(fields.map(({ path, message }) => [path, message])))
      setWrongLines(fields.filter(({ path }) => path === 'file').map(({ message }) => message))
      if (fields.length === 0) setTrouble(errorText(error))
    } finally {
      setSending(false)
    }
  }

  return (
    <Card
      title="What is the audit about?"
      description={`Choose a state and up to ${binderLimits.years} years, or upload the auditor’s list of invoices.`}
    >
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          void start()
        }}
      >
        {trouble && <Banner tone="danger">{trouble}</Banner>}
        <div className="grid gap-4 sm:grid-cols-3">
          <Field label="State" error={problems.state} isRequired>
            <Select placeholder="Choose a state" options={stateOptions} {...change('state')} />
          </Field>
          <Field label="From" error={problems.from}>
            <TextInput type="date" max={today()} {...change('from')} />
          </Field>
          <Field label="To" error={problems.to}>
            <TextInput type="date" {...change('to')} />
          </Field>
        </div>
        <div className="grid gap-2">
          <input
            ref={input}
            type="file"
            accept=".csv,text/csv"
            aria-label="The auditor’s list of invoices"
            hidden
            onChange={({ target }) => {
              setFile(target.files?.[0])
              // The same file can be chosen again once it's corrected.
              target.value = ''
            }}
          />
          <p className="font-medium">Upload the auditor’s list of invoices (CSV)</p>
          <div className="flex flex-wrap items-center gap-3">
            <Button variant="secondary" onClick={() => input.current?.click()}>
              <Upload aria-hidden className="size-4" />
              Choose a CSV file
            </Button>
            <span className="text-ink-muted [overflow-wrap:anywhere]">{file?.name ?? 'No file chosen'}</span>
          </div>
          {wrongLines.length === 1 && <Banner tone="danger">{wrongLines[0]}</Banner>}
          {wrongLines.length > 1 && (
            <Banner tone="danger" title="Please correct these lines and choose the file again">
              <ul className="list-disc pl-5 [overflow-wrap:anywhere]">
                {wrongLines.map((message) => (
                  <li key={message}>{message}</li>
                ))}
              </ul>
            </Banner>
          )}
          <p className="text-sm text-ink-muted">
            One invoice per line, with headings such as Invoice number, Date, Customer, Email and Tax charged,
            up to {binderLimits.listRows.toLocaleString('en-US')} invoices. With a list, you can leave From
            and To empty.
          </p>
        </div>
        <div>
          <Button type="submit" isLoading={isSending}>
            See what is covered
          </Button>
        </div>
      </form>
    </Card>
  )
}
