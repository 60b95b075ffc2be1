import { type ReactNode, useState } from 'react'
import { Switch } from '../ui/switch.tsx'

// Named after the page that had them first, so that who turned them off keeps that.
const key = 'exempta.review-keys'

/** Single-letter shortcuts can be turned off, because speech input would trigger them by accident. */
export function useLetterKeys() {
  const [isOn, setOn] = useState(() => localStorage.getItem(key) !== 'off')
  function change(next: boolean) {
    if (next) localStorage.removeItem(key)
    else localStorage.setItem(key, 'off')
    setOn(next)
  }
  return { isOn, change }
}

interface LetterKeysHintProps {
  isOn: boolean
  onChange: (isOn: boolean) => void
  children: ReactNode
}

/** What the keys do, and the switch for them. Phones have no keys: there it stays away. */
export function LetterKeysHint({ isOn, onChange, children }: LetterKeysHintProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-xs text-ink-muted max-md:hidden">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">{children}</p>
      <Switch label="Letter keys" isOn={isOn} onChange={onChange} />
    </div>
  )
}

export const Keys = ({ of, children }: { of: string; children: string }) => (
  <span className="whitespace-nowrap">
    <kbd className="rounded border border-line-strong bg-surface px-1.5 py-0.5 font-mono text-ink">{of}</kbd>{' '}
    {children}
  </span>
)
