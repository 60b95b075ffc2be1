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
      <button
        id={id}
        type="button"
        role="switch"
        aria-checked={isOn}
        disabled={isDisabled}
        onClick={() => onChange(!isOn)}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="group relative h-6 w-11 shrink-0 rounded-full border border-line-strong bg-subtle transition-colors disabled:cursor-not-allowed disabled:opacity-50 aria-checked:border-accent aria-checked:bg-accent"
      >
        <span className="block size-4 translate-x-1 rounded-full bg-line-strong transition-transform group-aria-checked:translate-x-[22px] group-aria-checked:bg-on-accent" />
      </button>
    </div>
  )
}
