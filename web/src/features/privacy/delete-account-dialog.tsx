import { listKeptCopies } from '@exempta/contract/coverage'
import { pageLimits } from '@exempta/contract/paging'
import type { Role } from '@exempta/contract/people'
import { deleteAccount } from '@exempta/contract/privacy'
import { useQuery } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { call } from '../../lib/api.ts'
import { errorText } from '../../lib/api-error.ts'
import { formatDay } from '../../lib/format.ts'
import { routeQuery } from '../../lib/query.ts'
import { broadcastSessionNews, setSessionState, useSessionState } from '../../lib/session-store.ts'
import { Banner } from '../../ui/banner.tsx'
import { FormCodeField } from '../../ui/code-input.tsx'
import { ContractForm } from '../../ui/contract-form.tsx'
import { Dialog } from '../../ui/dialogs.tsx'
import { FormTextField } from '../../ui/form-field.tsx'

/** What every dialog of this feature takes. */
export interface PrivacyDialogProps {
  personRole: Role
  onClose: () => void
}

const doneText = 'We’re deleting your account. We’ll email you when it’s done.'

const consequences: Record<Role, readonly string[]> = {
  user: [
    'We’ll delete all your documents. They can’t be restored.',
    'Recipients will lose access to everything you shared, and links will stop working.',
    'We’ll log you out everywhere, and you won’t be able to log in again.',
  ],
  business: [
    'You’ll leave your business. Its documents and the rest of the team stay.',
    'We’ll log you out everywhere, and you won’t be able to log in again.',
  ],
  admin: [
    'You’ll no longer be an administrator.',
    'We’ll log you out everywhere, and you won’t be able to log in again.',
  ],
}

const keptNamed = 5

/** Which businesses may keep a copy, each with the last of its days. */
function KeptCopies() {
  const { data, error } = useQuery(routeQuery(listKeptCopies, { query: { limit: pageLimits.pageSizeMax } }))
  if (error) return <li>{errorText(error)} Businesses may keep copies of certificates they relied on.</li>
  const untilOf = new Map<string, string>()
  for (const { business, until } of data?.items ?? []) {
    const known = untilOf.get(business)
    if (known === undefined || known < until) untilOf.set(business, until)
  }
  const named = [...untilOf].slice(0, keptNamed)
  return (
    <>
      {named.map(([business, until]) => (
        <li key={business} className="[overflow-wrap:anywhere]">
          {business} relied on your certificate and may keep a copy until {formatDay(until)}, as tax law
          requires.
        </li>
      ))}
      {(untilOf.size > keptNamed || data?.nextCursor) && (
        <li>Other businesses keep copies, too. Download your data to see all of them.</li>
      )}
    </>
  )
}

export function DeleteAccountDialog({ personRole, onClose }: PrivacyDialogProps) {
  const navigate = useNavigate()
  const session = useSessionState()
  const hasTwoFactor = session.status === 'signed-in' && session.session.person.hasTwoFactor
  async function remove(body: { password: string; code?: string | undefined }) {
    await call(deleteAccount, { body })
    // The guard's own way to login comes first, so that ours, with the reason, is the one that stays.
    flushSync(() => setSessionState({ status: 'guest', since: 'signed-out' }))
    broadcastSessionNews('signed-out')
    await navigate('/login', { replace: true, state: { message: doneText } })
  }
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Delete my account"
      description="This cannot be undone. If you want to keep your data, download it first."
    >
      <div className="grid gap-5 pb-4">
        <Banner tone="warning" title="What happens">
          <ul className="list-disc pl-4">
            {consequences[personRole].map((consequence) => (
              <li key={consequence}>{consequence}</li>
            ))}
            {personRole === 'user' && <KeptCopies />}
          </ul>
        </Banner>
        <ContractForm
          schema={deleteAccount.body}
          defaultValues={{ password: '', ...(hasTwoFactor && { code: '' }) }}
          submitLabel="Delete my account"
          submitVariant="danger"
          onCancel={onClose}
          onSubmit={remove}
        >
          <FormTextField
            name="password"
            label="Your password"
            type="password"
            autoComplete="current-password"
          />
          {hasTwoFactor && <FormCodeField name="code" label="Verification code" />}
        </ContractForm>
      </div>
    </Dialog>
  )
}
