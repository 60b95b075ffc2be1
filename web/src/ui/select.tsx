import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '../lib/class-names.ts'
import { useFieldWiring } from './field.tsx'
import { controlClass } from './text-input.tsx'

export interface Option<Value extends string = string> {
  value: Value
  label: string
}

interface SelectProps extends ComponentProps<'select'> {
  options: readonly Option[]
  placeholder?: string
}

/** The browser's own select: best on phones, by keyboard and for screen readers. */
export function Select({ options, placeholder, className, ...rest }: SelectProps) {
  const wiring = useFieldWiring()
  return (
    <div className={classNames('relative', className)}>
      <select
        {...wiring}
        {...rest}
        className={classNames(controlClass, 'h-10 appearance-none pr-9 text-base sm:text-sm')}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-muted"
      />
    </div>
  )
}
