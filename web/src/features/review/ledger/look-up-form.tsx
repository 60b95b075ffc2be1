import {
  proofField,
  proofTypes,
  type VerificationResult,
  verificationLimits,
  verificationResults,
  verificationResultWords,
} from '@exempta/contract/review/verifications'
import { ImagePlus, X } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { ApiError, errorText } from '../../../lib/api-error.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { toast } from '../../../ui/toast.ts'
import { saveLookUp } from './look-ups.ts'

interface LookUpFormProps {
  receivedId: string
  state: string
  kind: 'state-site' | 'phone'
  onClose: () => void
}

const isPicture = ({ type }: File) => proofTypes.some((one) => one === type)

/** What the state said. A screenshot can be chosen, dropped or pasted anywhere in the form. */
export function LookUpForm({ receivedId, state, kind, onClose }: LookUpFormProps) {
  const [result, setResult] = useState<VerificationResult>()
  const [note, setNote] = useState('')
  const [proof, setProof] = useState<File>()
  const [failure, setFailure] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const group = useId()

  const take = (files: FileList | null | undefined) => {
    const picture = [...(files ?? [])].find(isPicture)
    if (picture) setProof(picture)
    else if (files && files.length > 0) setFailure('Please choose a JPG or PNG picture.')
  }
  async function save(event: FormEvent) {
    event.preventDefault()
    if (isSaving) return
    if (!result) {
      setFailure('Please choose a result.')
      return
    }
    setSaving(true)
    setFailure(undefined)
    try {
      await saveLookUp(receivedId, { kind, state, result, note }, proof)
      toast.success('We saved your number check.')
      onClose()
    } catch (error) {
      setFailure((error instanceof ApiError && error.fields[0]?.message) || errorText(error))
      if (error instanceof ApiError && error.fields.some(({ path }) => path === proofField))
        setProof(undefined)
      setSaving(false)
    }
  }
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => void save(event)}
      onPaste={(event) => event.clipboardData.files.length > 0 && take(event.clipboardData.files)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        take(event.dataTransfer.files)
      }}
    >
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-medium">Result</legend>
        <div className="flex flex-wrap gap-2">
          {verificationResults.map((value) => (
            <label
              key={value}
              className="relative inline-flex min-h-10 items-center rounded-full border border-line-strong/60 px-3 text-sm has-checked:border-accent has-checked:bg-accent-soft has-checked:font-medium has-checked:text-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                name={group}
                value={value}
                checked={result === value}
                onChange={() => {
                  setResult(value)
                  setFailure(undefined)
                }}
                className="absolute inset-0 size-full cursor-pointer opacity-0"
              />
              {verificationResultWords[value]}
            </label>
          ))}
        </div>
      </fieldset>
      <Field label="Note (optional)">
        <TextInput
          value={note}
          maxLength={verificationLimits.noteLength}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
      <Screenshot proof={proof} onTake={take} onRemove={() => setProof(undefined)} />
      {failure && <Banner tone="danger">{failure}</Banner>}
      <div className="flex gap-2">
        <Button type="submit" size="sm" isLoading={isSaving}>
          Save
        </Button>
        <Button variant="ghost" size="sm" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

interface ScreenshotProps {
  proof: File | undefined
  onTake: (files: FileList | null) => void
  onRemove: () => void
}

function Screenshot({ proof, onTake, onRemove }: ScreenshotProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="grid gap-1">
      <input
        ref={input}
        type="file"
        aria-label="Screenshot"
        accept={proofTypes.join(',')}
        hidden
        onChange={({ target }) => {
          onTake(target.files)
          // The same picture can be chosen again.
          target.value = ''
        }}
      />
      {proof ? (
        <p className="flex items-center gap-2 text-sm">
          <span className="min-w-0 truncate">Screenshot added</span>
          <Button variant="ghost" size="sm" onClick={onRemove}>
            <X aria-hidden className="size-4" />
            Remove
          </Button>
        </p>
      ) : (
        <Button
          variant="secondary"
          size="sm"
          className="justify-self-start"
          onClick={() => input.current?.click()}
        >
          <ImagePlus aria-hidden className="size-4" />
          Add a screenshot
        </Button>
      )}
      <p className="text-xs text-ink-muted">
        Optional. Paste it, drop it here or choose a file. We hide private numbers in it before we keep it.
      </p>
    </div>
  )
}
