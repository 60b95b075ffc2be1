import {
  askChosenCustomers,
  notAskedWords,
  previewChosenCustomers,
} from '@exempta/contract/requests/chosen-customers'
import { stateNames } from '@exempta/contract/states'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { errorText } from '../../lib/api-error.ts'
import { listQuery } from '../../lib/query.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs.tsx'
import { Field } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { FailedState } from '../../ui/page-states.tsx'
import { Select } from '../../ui/select.tsx'
import { EmailText } from '../../ui/text.tsx'
import { Textarea } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { refreshCustomers } from './refresh.ts'

interface AskCustomersProps {
  customers: readonly {
    id: string
    name: string
    answers: readonly { state: string; isMissing: boolean }[]
  }[]
  onClose: () => void
  onAsked: () => void
}

const stateOptions = Object.entries(stateNames).map(([value, label]) => ({ value, label }))
const counted = (count: number) => (count === 1 ? '1 customer' : `${count} customers`)

/** Who gets an email is shown before anything is sent. */
export function AskCustomers({ customers, onClose, onAsked }: AskCustomersProps) {
  const [state, setState] = useState(() => onlyMissing(customers))
  const [message, setMessage] = useState('')
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState<string>()
  const chosen = { customerIds: customers.map(({ id }) => id), state: state || null }
  const { data, error, refetch } = useQuery({
    ...listQuery(previewChosenCustomers, { body: chosen }),
    staleTime: 0,
  })

  async function ask() {
    setAsking(true)
    setFailure(undefined)
    try {
      const { asked } = await call(askChosenCustomers, { body: { ...chosen, message } })
      await refreshCustomers()
      if (asked.length === 0) toast.info('No one is left to ask.')
      else toast.success(`We’re asking ${counted(asked.length)}.`)
      onAsked()
    } catch (trouble) {
      setFailure(errorText(trouble))
    } finally {
      setAsking(false)
    }
  }

  const [only] = customers
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={customers.length === 1 && only ? `Ask ${only.name}` : `Ask ${counted(customers.length)}`}
      description="We email a link where they can send their certificate."
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button isLoading={isAsking} disabled={!data?.asked.length} onClick={() => void ask()}>
            {data && data.asked.length > 1 ? `Email ${counted(data.asked.length)}` : 'Email'}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        {failure && <Banner tone="danger">{failure}</Banner>}
        <Field label="State" isRequired={false}>
          <Select
            placeholder="Any state"
            options={stateOptions}
            value={state}
            onChange={({ target }) => setState(target.value)}
          />
        </Field>
        <Field
          label="Message"
          isRequired={false}
          hint="We add: If your purchases are exempt, send your certificate. If they aren’t, let us know and we won’t ask again."
        >
          <Textarea rows={3} value={message} onChange={({ target }) => setMessage(target.value)} />
        </Field>
        {error && !data ? (
          <FailedState message={errorText(error)} onRetry={() => void refetch()} />
        ) : !data ? (
          <Skeleton className="h-24" label="Finding out who gets an email" />
        ) : (
          <section aria-label="Who gets an email" className="grid gap-3" aria-live="polite">
            {data.asked.length > 0 && (
              <ul className="grid gap-1">
                {data.asked.map(({ id, name, email }) => (
                  <li key={id} className="[overflow-wrap:anywhere]">
                    <span className="font-medium">{name}</span>: <EmailText of={email} />
                  </li>
                ))}
              </ul>
            )}
            {data.left.length > 0 && (
              <div className="grid gap-1">
                <h3 className="font-medium">Left out</h3>
                <ul className="grid gap-1 text-ink-muted">
                  {data.left.map(({ id, name, reason }) => (
                    <li key={id} className="[overflow-wrap:anywhere]">
                      {name}: {notAskedWords[reason]}
                    </li>
                  ))}
                </ul>
              </div>
            )}
          </section>
        )}
      </div>
    </Dialog>
  )
}

/** The state that is missing, if it is the same one for all. */
function onlyMissing(customers: AskCustomersProps['customers']): string {
  const missing = new Set(
    customers.flatMap(({ answers }) =>
      answers.filter(({ isMissing }) => isMissing).map(({ state }) => state),
    ),
  )
  const [state, ...more] = missing
  return state && more.length === 0 ? state : ''
}
