import { Check, Minus } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react'
import { classNames } from '../lib/class-names.ts'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** Visible words, or `aria-label` where the place is too small for them. */
  label?: ReactNode
  hint?: ReactNode
  isIndeterminate?: boolean
}

export function Checkbox({ label, hint, isIndeterminate = false, className, ref, ...rest }: CheckboxProps) {
  const generatedId = useId()
  const id = rest.id ?? generatedId
  const own = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (own.current) own.current.indeterminate = isIndeterminate
  }, [isIndeterminate])
  const box = (
    <span className="relative inline-flex size-5 shrink-0">
      <input
        {...rest}
        ref={(node) => {
          own.current = node
          if (typeof ref === 'function') ref(node)
          else if (ref) ref.current = node
        }}
        id={id}
        type="checkbox"
        className={classNames(
          'peer size-5 appearance-none rounded-[5px] border border-line-strong bg-surface transition-colors',
          'checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent',
          'enabled:not-aria-invalid:hover:border-accent aria-invalid:border-danger disabled:cursor-not-allowed not-checked:disabled:bg-subtle disabled:opacity-60',
        )}
      />
      <Check
        aria-hidden
        strokeWidth={3}
        className="pointer-events-none absolute inset-0 m-auto hidden size-3.5 text-on-accent peer-checked:block peer-indeterminate:hidden"
      />
      <Minus
        aria-hidden
        strokeWidth={3}
        className="pointer-events-none absolute inset-0 m-auto hidden size-3.5 text-on-accent peer-indeterminate:block"
      />
    </span>
  )
  if (!label) return <span className={classNames('inline-flex p-0.5', className)}>{box}</span>
  return (
    <label htmlFor={id} className={classNames('flex items-start gap-2.5 py-1', className)}>
      {box}
      <span className="grid gap-0.5">
        <span>{label}</span>
        {hint && <span className="text-sm text-ink-muted">{hint}</span>}
      </span>
    </label>
  )
}
