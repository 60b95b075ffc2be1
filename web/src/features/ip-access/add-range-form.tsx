import { IpList } from '@exempta/contract/ip-lists'
import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'

interface AddRangeFormProps {
  ranges: readonly string[]
  ownAddress: string
  onAdd: (range: string) => void
}

export function AddRangeForm({ ranges, ownAddress, onAdd }: AddRangeFormProps) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const hasOwn = ranges.some((range) => range.replace(/\/(32|128)$/, '') === ownAddress)

  function submit(event: FormEvent) {
    event.preventDefault()
    const checked = IpList.safeParse({ ranges: [text] })
    if (!checked.success) return setError(checked.error.issues[0]?.message)
    const [range = ''] = checked.data.ranges
    if (ranges.includes(range)) return setError('This is already in the list')
    onAdd(range)
    setText('')
    setError(undefined)
  }
  return (
    <div className="grid justify-items-start gap-2">
      <form noValidate onSubmit={submit} className="w-full">
        <Field
          label="Address or range"
          hint="Such as 192.0.2.7, 192.0.2.0/24 or 2001:db8::/32."
          error={error}
        >
          <div className="grid grid-cols-[1fr_auto] gap-2">
            <TextInput
              value={text}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setText(event.target.value)}
            />
            <Button type="submit" variant="secondary">
              <Plus aria-hidden className="size-4" />
              Add
            </Button>
          </div>
        </Field>
      </form>
      {!hasOwn && (
        <Button variant="ghost" size="sm" onClick={() => onAdd(ownAddress)}>
          <Plus aria-hidden className="size-4" />
          Add my address ({ownAddress})
        </Button>
      )}
    </div>
  )
}
