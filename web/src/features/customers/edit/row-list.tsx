import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFieldArray } from 'react-hook-form'
import { Button } from '../../../ui/button.tsx'
import { PlainIconButton } from '../../../ui/icon-button.tsx'

interface RowListProps {
  /** The place of the list in the form. */
  name: string
  legend: string
  /** One of them, such as `contact`. */
  one: string
  most: number
  empty: Readonly<Record<string, string>>
  children: (place: string) => ReactNode
}

/** Several of the same in a form, such as contacts: each in a box of its own that can be removed. */
export function RowList({ name, legend, one, most, empty, children }: RowListProps) {
  const { fields, append, remove } = useFieldArray({ name })
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 font-medium">{legend}</legend>
      {fields.map(({ id }, at) => (
        <div
          key={id}
          className="relative grid gap-3 rounded-control border border-line p-3 pr-12 sm:grid-cols-2"
        >
          {children(`${name}.${at}`)}
          <PlainIconButton
            size="sm"
            label={`Remove ${one} ${at + 1}`}
            icon={<X aria-hidden />}
            className="absolute top-2 right-2"
            onClick={() => remove(at)}
          />
        </div>
      ))}
      {fields.length < most && (
        <div>
          <Button variant="secondary" size="sm" onClick={() => append(empty)}>
            <Plus aria-hidden className="size-4" />
            Add {/^[aeiou]/.test(one) ? 'an' : 'a'} {one}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
