import { Root, Thumb } from 'radix-ui/switch'
import { type ReactNode, useId } from 'react'

interface SwitchProps {
  label: string
  hint?: ReactNode
  isOn: boolean
  isDisabled?: boolean
  onChange: (isOn: boolean) => void
}

/** For settings that take effect at once; a choice that is sent later is a Checkbox. */
export function Switch({ label, hint, isOn, isDisabled, onChange }: SwitchProps) {
  const id = useId()
  return (
    <div className={`flex ${hint ? 'items-start' : 'items-center'} justify-between gap-6 py-1`}>
      <div className="grid gap-0.5">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-sm text-ink-muted">
            {hint}
          </p>
        )}
      </div>
      <Root
        id={id}
        checked={isOn}
        disabled={isDisabled ?? false}
        onCheckedChange={onChange}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="relative h-6 w-11 shrink-0 rounded-full border border-line-strong bg-subtle transition-colors disabled:cursor-not-allowed disabled:opacity-50 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
      >
        <Thumb className="block size-4 translate-x-1 rounded-full bg-line-strong transition-transform data-[state=checked]:translate-x-[22px] data-[state=checked]:bg-on-accent" />
      </Root>
    </div>
  )
}
