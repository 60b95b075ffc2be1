import { Building2, CircleCheck, User } from 'lucide-react'

export type AccountType = 'user' | 'business'

const choices = [
  { value: 'user', label: 'User', hint: 'I share my documents', Icon: User },
  { value: 'business', label: 'Business', hint: 'We receive documents', Icon: Building2 },
] as const

interface AccountTypeChoiceProps {
  value: AccountType
  onChange: (type: AccountType) => void
}

export function AccountTypeChoice({ value, onChange }: AccountTypeChoiceProps) {
  return (
    <fieldset className="grid grid-cols-2 gap-2">
      <legend className="mb-1.5 text-sm font-medium">Account type</legend>
      {choices.map(({ value: type, label, hint, Icon }) => (
        <label
          key={type}
          className="group grid cursor-pointer grid-cols-[auto_1fr_auto] items-center gap-x-2.5 rounded-control border border-line-strong/60 p-3 transition-colors hover:border-accent has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name="account-type"
            value={type}
            checked={value === type}
            onChange={() => onChange(type)}
            className="sr-only"
          />
          <Icon aria-hidden className="size-5 text-accent-ink" />
          <span className="text-sm font-medium">{label}</span>
          <CircleCheck aria-hidden className="invisible size-4 text-accent-ink group-has-checked:visible" />
          <span className="col-span-3 mt-1 text-xs text-ink-muted">{hint}</span>
        </label>
      ))}
    </fieldset>
  )
}
