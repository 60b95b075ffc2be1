import {
  listVerifications,
  type NumberCheck,
  type Verification,
  verificationResultWords,
} from '@exempta/contract/review/verifications'
import { stateNames } from '@exempta/contract/states'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleDashed, ExternalLink } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import { formatDay } from '../../../lib/format.ts'
import { routeQuery } from '../../../lib/query.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { FailedState } from '../../../ui/page-states.tsx'
import { toast } from '../../../ui/toast.ts'
import { LookUpForm } from './look-up-form.tsx'
import { LookUpList } from './look-up-list.tsx'
import { saveLookUp } from './look-ups.ts'

interface LedgerPanelProps {
  receivedId: string
  canReview: boolean
}

/** The numbers on a certificate: what is known at once, what was looked up, and looking one up. */
export function LedgerPanel({ receivedId, canReview }: LedgerPanelProps) {
  const query = useQuery(routeQuery(listVerifications, { params: { id: receivedId } }))
  if (query.error && !query.data) {
    return (
      <FailedState
        message={errorText(query.error)}
        onRetry={() => void query.refetch()}
        isRetrying={query.isRefetching}
      />
    )
  }
  if (!query.data) return <Skeleton className="h-24" />
  const { numbers, items } = query.data
  if (numbers.length === 0 && items.length === 0) return null
  return (
    <section className="grid gap-3">
      <h2 className="font-semibold">Number checks</h2>
      {numbers.map((check) => (
        <NumberChecks key={check.state} check={check} receivedId={receivedId} canReview={canReview} />
      ))}
      <LookUpList receivedId={receivedId} items={items} />
    </section>
  )
}

interface NumberChecksProps extends LedgerPanelProps {
  check: NumberCheck
}

function NumberChecks({ check, receivedId, canReview }: NumberChecksProps) {
  const [asking, setAsking] = useState<'state-site' | 'phone'>()
  const { number, last } = check
  const name = stateNames[check.state] ?? check.state
  return (
    <div className="grid gap-3 rounded-card border border-line p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="font-medium [overflow-wrap:anywhere]">
          {name}
          {number && <span className="block font-mono text-sm">{number}</span>}
        </p>
        {number && <CopyButton text={number} label="Copy number" />}
      </div>
      {number ? (
        <ul className="grid gap-2 text-sm">
          <Format check={check} state={name} />
          <InFile
            file={check.irsFile}
            title="IRS"
            missing="Not in the IRS file. Churches and chapters are often not listed."
            onSave={
              canReview ? () => saveLookUp(receivedId, { kind: 'irs-file', state: check.state }) : undefined
            }
          />
          <InFile
            file={check.stateFile}
            title={`${name}’s file`}
            missing={`Not in ${name}’s file.`}
            onSave={
              canReview ? () => saveLookUp(receivedId, { kind: 'state-file', state: check.state }) : undefined
            }
          />
          {last && <LastCheck last={last} />}
        </ul>
      ) : (
        <p className="text-sm text-ink-muted">The number is blacked out or missing.</p>
      )}
      {canReview &&
        number &&
        (asking ? (
          <LookUpForm
            receivedId={receivedId}
            state={check.state}
            kind={asking}
            onClose={() => setAsking(undefined)}
          />
        ) : (
          <div className="flex flex-wrap gap-2">
            {check.lookUpAt && (
              <Button
                variant="secondary"
                size="sm"
                onClick={() => {
                  openSite(check.lookUpAt ?? '', number)
                  setAsking('state-site')
                }}
              >
                <ExternalLink aria-hidden className="size-4" />
                Check with {name}
              </Button>
            )}
            <Button variant="ghost" size="sm" onClick={() => setAsking('phone')}>
              Record a phone call
            </Button>
          </div>
        ))}
    </div>
  )
}

/** Opens the state's page with the number ready to paste. The page learns nothing about where its visitor comes from. */
function openSite(address: string, number: string) {
  window.open(`https://${address}`, '_blank', 'noopener,noreferrer')
  navigator.clipboard.writeText(number).then(
    () => toast.info('Number copied. Paste it on the state’s page.'),
    () => toast.info('Copy the number yourself and paste it on the state’s page.'),
  )
}

type Tone = 'good' | 'bad' | 'open'
const tones = {
  good: { Icon: CircleCheck, color: 'text-success' },
  bad: { Icon: CircleAlert, color: 'text-warning' },
  open: { Icon: CircleDashed, color: 'text-ink-muted' },
} as const

function Line({ tone, children }: { tone: Tone; children: ReactNode }) {
  const { Icon, color } = tones[tone]
  return (
    <li className="flex items-start gap-2">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${color}`} />
      <div className="grid min-w-0 flex-1 gap-1 [overflow-wrap:anywhere]">{children}</div>
    </li>
  )
}

function Format({ check: { format, formatText }, state }: { check: NumberCheck; state: string }) {
  if (format === 'fits') return <Line tone="good">Looks right for {state}.</Line>
  if (format === 'unknown') {
    return <Line tone="open">We don’t know what numbers from {state} look like.</Line>
  }
  return (
    <Line tone="bad">
      Doesn’t look right for {state}. {formatText}
    </Line>
  )
}

interface InFileProps {
  file: NumberCheck['irsFile']
  title: string
  missing: string
  onSave: (() => Promise<unknown>) | undefined
}

function InFile({ file, title, missing, onSave }: InFileProps) {
  const [isSaving, setSaving] = useState(false)
  if (!file) return null
  const { found, fileDate } = file
  async function save() {
    setSaving(true)
    try {
      await onSave?.()
    } catch (error) {
      toast.error(errorText(error))
    } finally {
      setSaving(false)
    }
  }
  return (
    <Line tone={found?.isActive ? 'good' : found ? 'bad' : 'open'}>
      <p>
        {found
          ? `${title}: ${[found.name, found.details].filter(Boolean).join(', ')}. ${found.isActive ? 'In' : 'Not active in'} the file of ${formatDay(fileDate)}.`
          : `${missing} File of ${formatDay(fileDate)}.`}
      </p>
      {onSave && (
        <Button
          variant="ghost"
          size="sm"
          className="justify-self-start"
          isLoading={isSaving}
          onClick={() => void save()}
        >
          Record this check
        </Button>
      )}
    </Line>
  )
}

function LastCheck({ last: { result, by, checkedOn, dueOn } }: { last: Verification }) {
  return (
    <Line tone={result === 'active' ? 'good' : result === 'unclear' ? 'open' : 'bad'}>
      <p>
        <strong className="font-medium">{verificationResultWords[result]}.</strong>{' '}
        {by ? `Checked by ${by} on ${formatDay(checkedOn)}.` : `Checked on ${formatDay(checkedOn)}.`}
        {dueOn && ` Due again ${formatDay(dueOn)}.`}
      </p>
    </Line>
  )
}
