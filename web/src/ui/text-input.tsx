import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { controlClass } from './control-class.ts'
import { useFieldWiring } from './field.tsx'

interface TextInputProps extends ComponentProps<'input'> {
  icon?: ReactNode
  end?: ReactNode
}

/** 16 px text below the `sm` width: phones zoom into anything smaller. */
export function TextInput({ icon, end, className, ...rest }: TextInputProps) {
  const wiring = useFieldWiring()
  return (
    <div className="relative">
      {icon && (
        <span className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-ink-muted [&_svg]:size-4">
          {icon}
        </span>
      )}
      <input
        {...wiring}
        {...rest}
        className={classNames(
          controlClass,
          'h-10 text-base sm:text-sm',
          Boolean(icon) && 'pl-9',
          Boolean(end) && 'pr-11',
          className,
        )}
      />
      {end && <span className="absolute inset-y-0 right-1 flex items-center">{end}</span>}
    </div>
  )
}
