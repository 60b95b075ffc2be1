import type { SignInAnswer } from '@exempta/contract/accounts'
import { finishCompanyLogin, type TriedLogin } from '@exempta/contract/single-sign-on'
import { useEffect, useRef, useState } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { dashboardOf } from '../../../lib/roles.ts'
import { enterSession } from '../../../lib/session-calls.ts'
import { AccountCard } from '../../../ui/account-card.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Spinner } from '../../../ui/loading.tsx'
import { SecondFactorForm } from '../login-form.tsx'

type Outcome =
  | { state: 'busy' }
  | { state: 'failed'; text: string }
  | {
      state: 'answered'
      answer: SignInAnswer | { next: 'tried'; area: 'business' | 'admin'; tried: TriedLogin }
    }

/** Finishes a login with what the company's provider sent back. */
export function CompanyLogin() {
  const outcome = useAnswerOnce()
  const navigate = useNavigate()
  if (outcome.state === 'busy') {
    return (
      <AccountCard title="Logging you in">
        <Spinner label="Checking with your company…" />
      </AccountCard>
    )
  }
  if (outcome.state === 'failed') {
    return (
      <AccountCard title="We couldn’t log you in">
        <div className="grid gap-5">
          <Banner tone="danger">{outcome.text}</Banner>
          <LinkButton to="/login">Back to the login page</LinkButton>
        </div>
      </AccountCard>
    )
  }
  const { answer } = outcome
  if (answer.next === 'signed-in') return <Navigate replace to={dashboardOf(answer.session.person.role)} />
  if (answer.next === 'second-factor') {
    return (
      <AccountCard title="Log in to Exempta">
        <SecondFactorForm factors={answer.factors} onStartOver={() => void navigate('/login')} />
      </AccountCard>
    )
  }
  const settings = answer.area === 'admin' ? '/admin/settings' : '/business/profile?tab=access'
  return (
    <AccountCard title={isGood(answer.tried) ? 'The connection works' : 'This login would be refused'}>
      <div className="grid gap-5">
        <Banner tone={isGood(answer.tried) ? 'success' : 'warning'}>{adviceOf(answer.tried)}</Banner>
        <Facts layout="rows" facts={factsOf(answer.tried)} />
        <LinkButton to={settings}>Back to the settings</LinkButton>
      </div>
    </AccountCard>
  )
}

/** What the provider sent is used once, and leaves the address before anything else sees it. */
function useAnswerOnce(): Outcome {
  const { id = '' } = useParams()
  const [outcome, setOutcome] = useState<Outcome>({ state: 'busy' })
  const isAsked = useRef(false)
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    const response = window.location.search.slice(1)
    window.history.replaceState(window.history.state, '', window.location.pathname)
    call(finishCompanyLogin, { params: { id }, body: { response } })
      .then((answered) => {
        if (answered.next === 'signed-in') enterSession(answered.session)
        setOutcome({ state: 'answered', answer: answered })
      })
      .catch((error: unknown) => setOutcome({ state: 'failed', text: errorText(error) }))
  }, [id])
  return outcome
}

const isGood = ({ role, isDomainAllowed }: TriedLogin) => role !== null && isDomainAllowed

function adviceOf(tried: TriedLogin): string {
  if (isGood(tried)) return 'No one was logged in. You can turn single sign-on on now.'
  if (tried.email === null) return 'The provider didn’t send an email address. Let it include one.'
  if (!tried.isDomainAllowed) return 'The address is at a domain that isn’t on your list.'
  return 'None of the groups has a role. Check the name of the claim and your lists of groups.'
}

const roleNames = { viewer: 'Viewer', manager: 'Manager', administrator: 'Administrator' }

const factsOf = (tried: TriedLogin) => [
  { label: 'Email', value: tried.email ?? 'Not sent' },
  { label: 'Email confirmed there', value: tried.isEmailConfirmed ? 'Yes' : 'Not stated' },
  { label: 'Groups', value: tried.groups.join(', ') || 'None sent' },
  { label: 'Role here', value: tried.role ? roleNames[tried.role] : 'None' },
  { label: 'Second factor used', value: tried.hasSecondFactor ? 'Yes' : 'Not stated' },
]
