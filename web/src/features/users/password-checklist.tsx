import { limits } from '@exempta/contract/limits'
import { Circle, CircleCheck } from 'lucide-react'
import { useWatch } from 'react-hook-form'

const recommended: readonly [label: string, isMet: (password: string) => boolean][] = [
  ['An uppercase letter', (password) => /\p{Lu}/u.test(password)],
  ['A lowercase letter', (password) => /\p{Ll}/u.test(password)],
  ['A number', (password) => /\p{Nd}/u.test(password)],
  ['A special character', (password) => /[^\p{L}\p{Nd}\s]/u.test(password)],
]

/** Follows what is typed into `password`: the length is required, the rest is advice. */
export function PasswordChecklist() {
  const password = String(useWatch({ name: 'password' }) ?? '')
  const isLong = [...password].length >= limits.temporaryPasswordMinLength
  return (
    <div className="grid gap-1.5 rounded-control bg-subtle px-3 py-2.5 text-xs">
      <ul aria-label="Required" className="grid gap-1">
        <Item label={`At least ${limits.temporaryPasswordMinLength} characters`} isMet={isLong} />
      </ul>
      <p className="text-ink-muted">Recommended</p>
      <ul aria-label="Recommended" className="grid gap-1 sm:grid-cols-2">
        {recommended.map(([label, isMet]) => (
          <Item key={label} label={label} isMet={isMet(password)} />
        ))}
      </ul>
    </div>
  )
}

function Item({ label, isMet }: { label: string; isMet: boolean }) {
  const Icon = isMet ? CircleCheck : Circle
  return (
    <li className="flex items-center gap-1.5">
      <Icon aria-hidden className={isMet ? 'size-4 text-success' : 'size-4 text-ink-muted'} />
      {label}
      <span className="sr-only">{isMet ? '(met)' : '(not met)'}</span>
    </li>
  )
}
