import { reasonWords } from '@exempta/contract/certificates'
import type { Box } from '@exempta/contract/documents'
import { fieldWords } from '@exempta/contract/knowledge/blank-forms'
import {
  type LearnedForm,
  learnedFormLimits,
  openLearnedFormPage,
} from '@exempta/contract/knowledge/learned-forms'
import { stateNames } from '@exempta/contract/states'
import { SquarePlus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { addressOf } from '../../../lib/api.ts'
import type { Area } from '../../../shared/page-areas/areas.ts'
import { PageSurface } from '../../../shared/page-areas/page-surface.tsx'
import { PageViewer } from '../../../shared/page-viewer/page-viewer.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { type Option, Select } from '../../../ui/select.tsx'

type LearnedZone = LearnedForm['zones'][number]
/** A zone that is being edited; the number tells it from the others while it moves. */
export type EditedZone = LearnedZone & { id: number }

export const numbered = (zones: readonly LearnedZone[]): EditedZone[] =>
  zones.map((zone, at) => ({ ...zone, id: at + 1 }))

const fieldOptions = Object.entries(fieldWords).map(([value, label]) => ({ value, label }))
const reasonOptions = Object.entries(reasonWords).map(([value, label]) => ({ value, label }))
const stateOptions = Object.entries(stateNames).map(([value, label]) => ({ value, label }))

/** What else has to be known about a field: which reason its box stands for, or whose number it holds. */
const meanings: Partial<
  Record<LearnedZone['field'], { label: string; none: string; options: readonly Option[] }>
> = {
  reason: { label: 'A mark here means', none: 'No box, a line to write on', options: reasonOptions },
  number: { label: 'State of the number', none: 'The form’s own state', options: stateOptions },
}

const wordsOf = ({ field, value }: LearnedZone) =>
  value
    ? `${fieldWords[field]}: ${meanings[field]?.options.find((one) => one.value === value)?.label ?? value}`
    : fieldWords[field]

const middle = { x: 0.35, y: 0.45, width: 0.3, height: 0.03 }

interface ZoneEditorProps {
  form: LearnedForm
  zones: readonly EditedZone[]
  onChange: (zones: readonly EditedZone[]) => void
}

/** The pages of a blank with its fields, to draw, move and name them with mouse or keys. */
export function ZoneEditor({ form, zones, onChange }: ZoneEditorProps) {
  const [page, setPage] = useState(1)
  const [chosenId, setChosenId] = useState<number>()
  const [focusedId, setFocusedId] = useState<number>()
  const addButton = useRef<HTMLButtonElement>(null)
  const isFull = zones.length >= learnedFormLimits.zones
  const chosen = zones.find(({ id }) => id === chosenId)
  const own = zones.filter((zone) => zone.page === page)

  function add(box: Box) {
    const id = Math.max(0, ...zones.map((zone) => zone.id)) + 1
    // What is drawn next is often of the same kind.
    onChange([...zones, { ...box, field: chosen?.field ?? 'purchaser', id }])
    setChosenId(id)
    setFocusedId(id)
  }
  const change = (changed: EditedZone) =>
    onChange(zones.map((zone) => (zone.id === changed.id ? changed : zone)))
  const place = ({ id, x, y, width, height }: Area) =>
    onChange(zones.map((zone) => (zone.id === id ? { ...zone, x, y, width, height } : zone)))
  /** Moves the focus to a field on the page, also to the one that had it before. */
  function show(id: number) {
    flushSync(() => setFocusedId(undefined))
    setFocusedId(id)
  }
  function remove(id: number) {
    onChange(zones.filter((zone) => zone.id !== id))
    setChosenId(undefined)
    addButton.current?.focus()
  }
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <PageViewer
        label="Blank form"
        pages={form.pages}
        addressOf={(shown) => addressOf(openLearnedFormPage, { params: { id: form.id, page: shown.page } })}
        altOf={(shown) => `Page ${shown.page} of the blank form`}
        onStale={() => {}}
        onPage={setPage}
        tools={
          <Button
            ref={addButton}
            variant="secondary"
            size="sm"
            disabled={isFull}
            onClick={() => add({ page, ...middle })}
          >
            <SquarePlus aria-hidden className="size-4" />
            Add a field
          </Button>
        }
        overlay={(shown, turn) => (
          <PageSurface
            page={shown.page}
            turn={turn}
            areas={own}
            isFull={isFull}
            focusedId={focusedId}
            onDraw={add}
            onChange={place}
            onRemove={remove}
            isListed
            onFocus={({ id }) => setChosenId(id)}
            labelOf={(area) => wordsOf(area as EditedZone)}
            lookOf={({ id }) => (id === chosenId ? looks.chosen : looks.other)}
          />
        )}
      />
      <Card title="Fields">
        {chosen ? (
          <ChosenZone key={chosen.id} zone={chosen} onChange={change} onRemove={() => remove(chosen.id)} />
        ) : (
          <p className="text-ink-muted">
            Press a field on the page or below to name it, or draw a box around one that is missing. Arrow
            keys move a field, and with Shift they change its size.
          </p>
        )}
        <ul
          aria-label="Fields on this page"
          className="mt-4 grid max-h-80 overflow-y-auto border-t border-line pt-2"
        >
          {own.map((zone) => (
            <li key={zone.id}>
              <Button
                variant="ghost"
                size="sm"
                className="w-full justify-start"
                aria-pressed={zone.id === chosenId}
                onClick={() => show(zone.id)}
              >
                {wordsOf(zone)}
              </Button>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )
}

const looks = {
  chosen: 'border-2 border-amber-600 bg-amber-400/25',
  other: 'border border-teal-700 bg-teal-500/20',
}

interface ChosenZoneProps {
  zone: EditedZone
  onChange: (zone: EditedZone) => void
  onRemove: () => void
}

function ChosenZone({ zone, onChange, onRemove }: ChosenZoneProps) {
  const { value, ...rest } = zone
  const meaning = meanings[zone.field]
  const options = meaning && [
    ...meaning.options,
    // What the release uses for boxes of its own.
    ...(value && !meaning.options.some((one) => one.value === value) ? [{ value, label: value }] : []),
  ]
  return (
    <div className="grid gap-4">
      <Field label="What belongs here">
        <Select
          options={fieldOptions}
          value={zone.field}
          onChange={({ target }) => onChange({ ...rest, field: target.value as EditedZone['field'] })}
        />
      </Field>
      {meaning && options && (
        <Field label={meaning.label}>
          <Select
            options={options}
            placeholder={meaning.none}
            value={value ?? ''}
            onChange={({ target }) => onChange(target.value === '' ? rest : { ...rest, value: target.value })}
          />
        </Field>
      )}
      <Button variant="secondary" size="sm" className="justify-self-start" onClick={onRemove}>
        <Trash2 aria-hidden className="size-4" />
        Remove this field
      </Button>
    </div>
  )
}
