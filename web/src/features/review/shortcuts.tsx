import type { ReceivedDocument } from '@exempta/contract/review'
import { type RefObject, useState } from 'react'
import { useHotkey } from '../../lib/hooks.ts'
import { Switch } from '../../ui/switch.tsx'

const key = 'exempta.review-keys'

/** Single-letter shortcuts can be turned off, because speech input would trigger them by accident. */
export function useShortcuts() {
  const [isOn, setOn] = useState(() => localStorage.getItem(key) !== 'off')
  function change(next: boolean) {
    if (next) localStorage.removeItem(key)
    else localStorage.setItem(key, 'off')
    setOn(next)
  }
  return { isOn, change }
}

interface RowKeys {
  frame: RefObject<HTMLElement | null>
  rows: readonly ReceivedDocument[]
  isOn: boolean
  canReview: boolean
  onVerify: (row: ReceivedDocument) => void
  onReject: (row: ReceivedDocument) => void
}

/** J and K move the focus from name to name; V and R act on the row that has it. */
export function useRowKeys({ frame, rows, isOn, canReview, onVerify, onReject }: RowKeys) {
  const names = () => [...(frame.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  const focusedAt = (all: HTMLElement[]) => {
    const row = document.activeElement?.closest('[role=row]')
    return row ? all.findIndex((name) => row.contains(name)) : -1
  }
  function move(by: number) {
    const all = names()
    const at = focusedAt(all)
    const next = at < 0 ? 0 : Math.min(all.length - 1, Math.max(0, at + by))
    all[next]?.focus()
  }
  function focusedPending() {
    const all = names()
    const id = all[focusedAt(all)]?.dataset.row
    return rows.find((row) => row.id === id && row.status === 'pending')
  }
  useHotkey('j', () => move(1), { isOn })
  useHotkey('k', () => move(-1), { isOn })
  const reviewing = { isOn: isOn && canReview }
  useHotkey(
    'v',
    () => {
      const row = focusedPending()
      if (!row) return
      // The row may leave the list.
      move(1)
      onVerify(row)
    },
    reviewing,
  )
  useHotkey(
    'r',
    () => {
      const row = focusedPending()
      if (row) onReject(row)
    },
    reviewing,
  )
}

interface ShortcutHintProps {
  canReview: boolean
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** Phones have no keys: there it stays away. */
export function ShortcutHint({ canReview, isOn, onChange }: ShortcutHintProps) {
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-xs text-ink-muted max-md:hidden">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Keys of="J">next</Keys>
        <Keys of="K">previous</Keys>
        <Keys of="Enter">open</Keys>
        {canReview && (
          <>
            <Keys of="V">verify</Keys>
            <Keys of="R">reject</Keys>
          </>
        )}
        <Keys of="/">search</Keys>
      </p>
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
