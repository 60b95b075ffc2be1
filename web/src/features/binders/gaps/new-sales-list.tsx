import {
  createSalesList,
  getSalesList,
  SalesListForm,
  salesListLimits,
} from '@exempta/contract/binders/sales-lists'
import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { sendForm } from '../../../lib/api.ts'
import { ApiError, errorText } from '../../../lib/api-error.ts'
import { today } from '../../../lib/format.ts'
import { queryClient, routeQuery } from '../../../lib/query.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { count } from '../binder-words.ts'

type Problems = Partial<Record<'from' | 'to' | 'file', readonly string[]>>

/** A list without dates needs the days that it's about. */
export function NewSalesList({ onAdded }: { onAdded: (id: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [period, setPeriod] = useState({ from: '', to: '' })
  const [file, setFile] = useState<File>()
  const [problems, setProblems] = useState<Problems>({})
  const [trouble, setTrouble] = useState<string>()
  const [isSending, setSending] = useState(false)
  const given = Object.fromEntries(Object.entries(period).filter(([, value]) => value !== ''))
  const change = (name: keyof typeof period) => ({
    value: period[name],
    onChange: ({ target }: { target: { value: string } }) => setPeriod({ ...period, [name]: target.value }),
  })

  async function send() {
    const parsed = SalesListForm.safeParse(given)
    const found = grouped((parsed.error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]))
    if (!file) found.file = ['Please choose a CSV file']
    setProblems(found)
    setTrouble(undefined)
    if (!file || Object.keys(found).length > 0) return
    setSending(true)
    try {
      const form = new FormData()
      for (const [name, value] of Object.entries(given)) form.append(name, value)
      form.append('file', file, file.name)
      const list = await sendForm(createSalesList, form)
      queryClient.setQueryData(routeQuery(getSalesList, { params: { id: list.id } }).queryKey, list)
      onAdded(list.id)
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : []
      setProblems(grouped(fields.map(({ path, message }) => [path, message])))
      if (fields.length === 0) setTrouble(errorText(error))
    } finally {
      setSending(false)
    }
  }

  const [wrongLine, ...others] = problems.file ?? []
  return (
    <Card
      title="Add a list of sales"
      description={`Use a CSV file with one sale per line and the columns Customer number, State, Amount, and Tax charged. Date, Invoice number, Customer, and Email help, too. Up to ${count(salesListLimits.rows)} sales.`}
    >
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        {trouble && <Banner tone="danger">{trouble}</Banner>}
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv"
          aria-label="List of sales"
          hidden
          onChange={({ target }) => {
            setFile(target.files?.[0])
            // The same file can be chosen again once it's corrected.
            target.value = ''
          }}
        />
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="secondary" onClick={() => input.current?.click()}>
            <Upload aria-hidden className="size-4" />
            Choose a CSV file
          </Button>
          <span className="text-ink-muted [overflow-wrap:anywhere]">{file?.name ?? 'No file chosen'}</span>
        </div>
        {wrongLine && others.length === 0 && <Banner tone="danger">{wrongLine}</Banner>}
        {wrongLine && others.length > 0 && (
          <Banner tone="danger" title="Please correct these lines and choose the file again">
            <ul className="list-disc pl-5 [overflow-wrap:anywhere]">
              {[wrongLine, ...others].map((message) => (
                <li key={message}>{message}</li>
              ))}
            </ul>
          </Banner>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="From" hint="Only if the list has no dates" error={problems.from?.[0]}>
            <TextInput type="date" max={today()} {...change('from')} />
          </Field>
          <Field label="To" hint="Only if the list has no dates" error={problems.to?.[0]}>
            <TextInput type="date" {...change('to')} />
          </Field>
        </div>
        <div>
          <Button type="submit" isLoading={isSending}>
            Find missing certificates
          </Button>
        </div>
      </form>
    </Card>
  )
}

function grouped(found: readonly (readonly [path: string, message: string])[]): Problems {
  const groups = Map.groupBy(found, ([path]) => (path === 'from' || path === 'to' ? path : 'file'))
  return Object.fromEntries([...groups].map(([path, all]) => [path, all.map(([, message]) => message)]))
}
