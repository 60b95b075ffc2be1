import { openProof, type Verification, verificationResultWords } from '@exempta/contract/review/verifications'
import { stateNames } from '@exempta/contract/states'
import { addressOf } from '../../../lib/api.ts'
import { formatDay } from '../../../lib/format.ts'

/** Every look-up of a document, newest first. */
export function LookUpList({ receivedId, items }: { receivedId: string; items: readonly Verification[] }) {
  if (items.length === 0) return null
  return (
    <details>
      <summary className="cursor-pointer text-sm font-medium">
        {items.length === 1 ? '1 number check' : `${items.length} number checks`}
      </summary>
      <ul aria-label="Number checks" className="grid gap-3 pt-3 text-sm">
        {items.map((item) => (
          <li key={item.id} className="grid gap-0.5 border-l-2 border-line pl-3 [overflow-wrap:anywhere]">
            <p>
              <strong className="font-medium">{verificationResultWords[item.result]}</strong>,{' '}
              {stateNames[item.state] ?? item.state} {item.number}
            </p>
            <p className="text-ink-muted">
              {whereOf(item)}, {formatDay(item.checkedOn)}
              {item.by && `, ${item.by}`}
            </p>
            {item.foundName && <p className="text-ink-muted">Listed as {item.foundName}</p>}
            {item.note && <p>{item.note}</p>}
            {item.hasProof && (
              <a
                className="justify-self-start text-accent-ink underline underline-offset-2"
                href={addressOf(openProof, { params: { id: receivedId, verificationId: item.id } })}
                target="_blank"
                rel="noreferrer"
              >
                View screenshot
              </a>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}

export function whereOf({ kind, source, fileDate, state }: Verification): string {
  if (kind === 'phone') return 'By phone'
  if (kind === 'state-site') return source ?? `${stateNames[state] ?? state}’s website`
  const date = fileDate ? ` of ${formatDay(fileDate)}` : ''
  return kind === 'irs-file' ? `IRS file${date}` : `${stateNames[state] ?? state}’s file${date}`
}
