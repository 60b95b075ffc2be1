import type { PurchaseKind } from '@exempta/contract/coverage'
import { RotateCw, WifiOff } from 'lucide-react'
import { useEffect, useReducer, useState } from 'react'
import { keptUntil } from '../../lib/session-store.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { AnswerCard } from './answer-card.tsx'
import { type KeptAnswer, listKept } from './kept-answers.ts'

interface OfflineCounterProps {
  search?: string
  customerId?: string
  state?: string
  kind?: PurchaseKind
  onRetry: () => void
}

const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })

const reasonOf = ({ verdict, reason }: KeptAnswer) =>
  verdict === 'covered' || verdict === 'charge-part'
    ? 'It was covered then. We can’t check whether that’s still so.'
    : (reason ?? 'We can’t check right now.')

/** Renders again when the session expires, so that names don't stay on the screen for longer. */
function useLookAgainAtEnd() {
  const [, lookAgain] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const timer = setTimeout(lookAgain, keptUntil() - Date.now())
    return () => clearTimeout(timer)
  }, [])
}

/** What this device still knows. Nothing is green: the certificate may have been revoked since. */
export function OfflineCounter({ search, customerId, state, kind, onRetry }: OfflineCounterProps) {
  useLookAgainAtEnd()
  const words = search?.toLowerCase().split(/\s+/).filter(Boolean) ?? []
  const found = listKept()
    .filter((one) => !customerId || one.id === customerId)
    .filter((one) => !state || one.state === state)
    .filter((one) => !kind || one.kind === kind)
    .filter((one) => words.every((word) => one.name.toLowerCase().includes(word)))
  return (
    <div className="grid gap-4">
      <Banner
        tone="warning"
        title="Offline"
        action={
          <Button variant="secondary" size="sm" onClick={onRetry}>
            <RotateCw aria-hidden className="size-4" />
            Try again
          </Button>
        }
      >
        We show what this device last saw.
      </Banner>
      {found.length === 0 && (
        <p className="flex items-center gap-2 text-base">
          <WifiOff aria-hidden className="size-5 shrink-0 text-ink-muted" />
          This device doesn’t know this customer. Ask a manager.
        </p>
      )}
      {found.slice(0, 10).map((one) => (
        <AnswerCard
          key={`${one.id} ${one.state} ${one.kind}`}
          customer={one.name}
          state={one.state}
          verdict={one.verdict === 'not-covered' ? 'not-covered' : 'check'}
          kind={one.kind}
          part={null}
          local={[]}
          accepted={null}
          reasons={[{ code: 'offline', text: reasonOf(one), step: null, ground: null, rule: null }]}
          notes={[`Offline. As of ${time.format(new Date(one.answeredAt))}.`]}
        />
      ))}
      {found.length > 10 && <p className="text-ink-muted">Type more of the name to see others.</p>}
    </div>
  )
}

/** The page when it was opened without a network: nobody is logged in, and only what the device kept can be shown. */
export function OfflineCounterPage({ onRetry }: { onRetry: () => void }) {
  const [search, setSearch] = useState('')
  return (
    <main className="mx-auto grid max-w-xl gap-4 px-4 py-6 text-base">
      <h1 className="text-2xl font-semibold tracking-tight">Counter</h1>
      <SearchInput label="Name of the customer" value={search} onSearch={setSearch} />
      <OfflineCounter search={search} onRetry={onRetry} />
    </main>
  )
}
