import type { ComponentProps } from 'react'
import { classNames } from '../lib/class-names.ts'
import { controlClass } from './control-class.ts'
import { useFieldWiring } from './field.tsx'

export function Textarea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  const wiring = useFieldWiring()
  return (
    <textarea
      rows={rows}
      {...wiring}
      {...rest}
      className={classNames(controlClass, 'resize-y py-2 text-base sm:text-sm', className)}
    />
  )
}
