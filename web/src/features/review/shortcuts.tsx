import type { ReceivedDocument } from '@exempta/contract/review'
import type { RefObject } from 'react'
import { useHotkey } from '../../lib/hooks.ts'
import { Keys, LetterKeysHint } from '../../shared/letter-keys.tsx'

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

/** The keys of the list. */
export function ShortcutHint({ canReview, ...keys }: ShortcutHintProps) {
  return (
    <div className="mt-4">
      <LetterKeysHint {...keys}>
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
      </LetterKeysHint>
    </div>
  )
}
