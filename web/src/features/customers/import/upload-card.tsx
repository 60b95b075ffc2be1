import { createImport, downloadTemplate, importLimits } from '@exempta/contract/customers/import'
import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { addressOf, sendForm } from '../../../lib/api.ts'
import { ApiError, errorText } from '../../../lib/api-error.ts'
import { queryClient } from '../../../lib/query.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { Textarea } from '../../../ui/text-input.tsx'
import { count } from './import-words.ts'

/** A list is a file, or cells that were copied from a spreadsheet. */
export function UploadCard({ onUploaded }: { onUploaded: (id: string) => void }) {
  const file = useRef<HTMLInputElement>(null)
  const [pasted, setPasted] = useState('')
  const [sending, setSending] = useState<'file' | 'pasted'>()
  const [trouble, setTrouble] = useState<string>()

  async function upload(list: Blob, name: string, from: 'file' | 'pasted') {
    setSending(from)
    setTrouble(undefined)
    try {
      const form = new FormData()
      form.append('file', list, name)
      const { id } = await sendForm(createImport, form)
      await queryClient.invalidateQueries({ queryKey: ['customers'] })
      onUploaded(id)
    } catch (error) {
      setTrouble((error instanceof ApiError && error.fields[0]?.message) || errorText(error))
    } finally {
      setSending(undefined)
    }
  }

  return (
    <Card
      title="Upload a list"
      description={`One customer per line, with headings in the first line, up to ${count(importLimits.rows)} customers. Customers that you have already are found by their customer number. Nothing changes before you’ve seen it.`}
      actions={
        <a href={addressOf(downloadTemplate)} download className={buttonClass('ghost', 'sm')}>
          <Download aria-hidden className="size-4" />
          Template
        </a>
      }
    >
      <div className="grid gap-5">
        {trouble && <Banner tone="danger">{trouble}</Banner>}
        <input
          ref={file}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
          aria-label="List of customers"
          hidden
          onChange={({ target }) => {
            const [chosen] = target.files ?? []
            if (chosen) void upload(chosen, chosen.name, 'file')
            // The same file can be chosen again after it was corrected.
            target.value = ''
          }}
        />
        <div>
          <Button
            isLoading={sending === 'file'}
            disabled={sending !== undefined}
            onClick={() => file.current?.click()}
          >
            Choose a CSV file
          </Button>
        </div>
        <Field
          label="Or paste cells from a spreadsheet"
          hint="Copy them with their headings."
          isRequired={false}
        >
          <Textarea
            rows={4}
            spellCheck={false}
            value={pasted}
            onChange={({ target }) => setPasted(target.value)}
          />
        </Field>
        <div>
          <Button
            variant="secondary"
            isLoading={sending === 'pasted'}
            disabled={pasted.trim() === '' || sending !== undefined}
            onClick={() => void upload(new Blob([pasted], { type: 'text/csv' }), 'Pasted cells', 'pasted')}
          >
            Use these cells
          </Button>
        </div>
      </div>
    </Card>
  )
}
