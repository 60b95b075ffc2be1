import { Checkbox } from '../../../ui/checkbox.tsx'
import { cellText } from '../result/cell-text.ts'

interface ChoicesFilterProps {
  label: string
  choices: readonly string[]
  value: readonly string[]
  onChange: (value: string[]) => void
}

/** None ticked is no filter. */
export function ChoicesFilter({ label, choices, value, onChange }: ChoicesFilterProps) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      <div className="flex flex-wrap gap-x-5">
        {choices.map((choice) => (
          <Checkbox
            key={choice}
            label={cellText({ kind: 'choice' }, choice)}
            checked={value.includes(choice)}
            onChange={({ target }) =>
              onChange(choices.filter((each) => (each === choice ? target.checked : value.includes(each))))
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
