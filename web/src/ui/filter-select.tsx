import { type Option, Select } from './select.tsx'

interface FilterSelectProps {
  label: string
  /** The words for no filter: `All Status`. */
  allLabel: string
  value: string | undefined
  options: readonly Option[]
  onChange: (value: string) => void
}

/** One filter above a list; the empty value is no filter. */
export function FilterSelect({ label, allLabel, value, options, onChange }: FilterSelectProps) {
  return (
    <Select
      aria-label={label}
      placeholder={allLabel}
      options={options}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value)}
      className="min-w-36"
    />
  )
}
