import type { FormReadiness } from '@exempta/contract/knowledge/blank-forms'
import { stateNames } from '@exempta/contract/states'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'

const words = {
  ready: ['success', 'Ready'],
  'shared-only': ['info', 'Only on a form for several states'],
  missing: ['warning', 'No blank yet'],
  'not-learned': ['neutral', 'We don’t recognize its blank yet'],
  'state-issues': ['neutral', 'The state issues its papers'],
} as const satisfies Record<FormReadiness['status'], readonly [string, string]>

/** For each state, whether people can fill in a certificate, and what is missing. */
export function ReadyStates({ states }: { states: readonly FormReadiness[] }) {
  const ready = states.filter(({ status }) => status === 'ready' || status === 'shared-only').length
  return (
    <Card title="States">
      <p className="mb-3 text-ink-muted">
        People can fill in a certificate for {ready} of {states.length} states. To add many blanks at once,
        run <code>npm run forms:load</code> with a folder.
      </p>
      <ul aria-label="States" className="divide-y divide-line">
        {states.map(({ state, status, loaded, missing }) => {
          const [tone, label] = words[status]
          return (
            <li key={state} className="grid gap-1 py-2 sm:grid-cols-[10rem_1fr]">
              <span className="font-medium">{stateNames[state] ?? state}</span>
              <span className="grid gap-1">
                <span className="flex flex-wrap items-center gap-2">
                  <Badge tone={tone}>{label}</Badge>
                  {loaded.length > 0 && <span>{loaded.join(', ')}</span>}
                </span>
                {missing.length > 0 && (status === 'missing' || status === 'shared-only') && (
                  <span className="text-ink-muted">
                    Upload {missing.map(({ name }) => name).join(' or ')}
                  </span>
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
