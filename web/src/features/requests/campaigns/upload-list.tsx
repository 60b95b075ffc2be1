import { createCampaign } from '@exempta/contract/requests/campaigns'
import { requestLimits } from '@exempta/contract/requests/limits'
import { useRef, useState } from 'react'
import { sendForm } from '../../../lib/api.ts'
import { ApiError, errorText } from '../../../lib/api-error.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { refreshLists } from '../refresh.ts'

/** Nothing is sent before the list was looked at. */
export function UploadList({ onUploaded }: { onUploaded: (id: string) => void }) {
  const file = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<File>()
  const [isSending, setSending] = useState(false)
  const [trouble, setTrouble] = useState<string>()

  async function upload() {
    if (!chosen || !name.trim()) {
      setTrouble(chosen ? 'Please enter a name.' : 'Please choose a file.')
      return
    }
    setSending(true)
    setTrouble(undefined)
    try {
      const form = new FormData()
      form.append('name', name)
      form.append('file', chosen, chosen.name)
      const { id } = await sendForm(createCampaign, form)
      keepFile(id, chosen)
      await refreshLists()
      onUploaded(id)
    } catch (error) {
      setTrouble((error instanceof ApiError && error.fields[0]?.message) || errorText(error))
    } finally {
      setSending(false)
    }
  }

  return (
    <div className="grid gap-5">
      {trouble && <Banner tone="danger">{trouble}</Banner>}
      <Field label="Name" hint="Only your team sees it.">
        <TextInput
          value={name}
          maxLength={requestLimits.campaignNameLength}
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
      <input
        ref={file}
        type="file"
        accept=".csv,text/csv"
        aria-label="List of customers"
        hidden
        onChange={({ target }) => {
          const [picked] = target.files ?? []
          setChosen(picked)
          if (picked && !name)
            setName(picked.name.replace(/\.csv$/i, '').slice(0, requestLimits.campaignNameLength))
        }}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="secondary" onClick={() => file.current?.click()}>
          Choose a CSV file
        </Button>
        <span className="text-ink-muted [overflow-wrap:anywhere]">{chosen?.name ?? 'No file chosen'}</span>
      </div>
      <p className="text-sm text-ink-muted">
        One customer per line, with headings in the first line, up to{' '}
        {requestLimits.campaignRows.toLocaleString('en-US')} customers. We show you what we found before
        anything is sent.
      </p>
      <div>
        <Button isLoading={isSending} onClick={() => void upload()}>
          Upload
        </Button>
      </div>
    </div>
  )
}

/** The file of a draft stays in this tab, so that other columns can be chosen without choosing the file again. */
let kept: { id: string; file: File } | undefined

export function keepFile(id: string, file: File): void {
  kept = { id, file }
}

export const keptFile = (id: string): File | undefined => (kept?.id === id ? kept.file : undefined)
