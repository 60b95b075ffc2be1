import { type CardSide, cardSides } from '@exempta/contract/documents'
import { useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import type { Upload } from './use-uploads.ts'

interface CardMarksProps {
  uploads: readonly Upload[]
  isDisabled: boolean
  onMark: (side: CardSide, key: string | null) => void
}

/** Which of the chosen files show a payment card: those are released only when everything on them was found. */
export function CardMarks({ uploads, isDisabled, onMark }: CardMarksProps) {
  return (
    <Card
      title="Credit card"
      description="Tell us which files show your card, so that we handle them as one."
    >
      <div className="grid gap-4">
        {cardSides.map((side) => (
          <CardMark key={side} side={side} uploads={uploads} isDisabled={isDisabled} onMark={onMark} />
        ))}
        <p className="text-sm text-ink-muted">
          The CVV will be redacted, and only the last 4 digits of the number stay. Please upload only your own
          cards.
        </p>
      </div>
    </Card>
  )
}

function CardMark({ side, uploads, isDisabled, onMark }: CardMarksProps & { side: CardSide }) {
  const [isOn, setIsOn] = useState(false)
  const marked = uploads.find((one) => one.side === side)
  const options = uploads
    .filter((one) => one.side === null || one.side === side)
    .map(({ key, file }) => ({ value: key, label: file.name }))
  return (
    <div className="grid gap-2">
      <Checkbox
        label={`I've uploaded the ${side} of my credit card`}
        checked={isOn}
        disabled={isDisabled || uploads.length === 0}
        onChange={(event) => {
          setIsOn(event.target.checked)
          onMark(side, event.target.checked && options.length === 1 ? (options[0]?.value ?? null) : null)
        }}
      />
      {isOn && (
        <Field label={`File that shows the ${side}`} className="max-w-sm pl-7.5">
          <Select
            options={options}
            placeholder="Choose a file"
            value={marked?.key ?? ''}
            disabled={isDisabled}
            onChange={(event) => onMark(side, event.target.value || null)}
          />
        </Field>
      )}
    </div>
  )
}
