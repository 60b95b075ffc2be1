import {
  askCoverage,
  type CoverageAnswer,
  type PurchaseKind,
  purchaseKinds,
  purchaseKindWords,
  saveCheck,
  searchCustomers,
} from '@exempta/contract/coverage'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, CreditCard, UserX } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { call } from '../../lib/api.ts'
import { ApiError, errorText } from '../../lib/api-error.ts'
import { onDemand } from '../../lib/on-demand.tsx'
import { pageMeta } from '../../lib/page-meta.ts'
import { listQuery, routeQuery } from '../../lib/query.ts'
import { useMembership } from '../../lib/roles.ts'
import { useLiveState } from '../../lib/use-live.ts'
import { AcceptAnyway } from '../../shared/coverage/accept-anyway.tsx'
import { customerAddress } from '../../shared/customers/customer-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { EmptyState, FailedState } from '../../ui/page-states.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'
import { TextLink } from '../../ui/text.tsx'
import { AnswerCard } from './answer-card.tsx'
import { AskForCertificate } from './ask-for-certificate.tsx'
import { keepAnswer } from './kept-answers.ts'
import { KindQuestion } from './kind-question.tsx'
import { OfflineCounter } from './offline-counter.tsx'
import { type Place, PlacePicker, placeOf, usePlace } from './place-picker.tsx'
import { type SaleDetails, SaveCheck } from './save-check.tsx'

const title = 'Counter'

export const meta = pageMeta(title)

/** Only this page can be installed, and only this page opens without a network. */
export const links = () => [{ rel: 'manifest', href: '/business/counter.webmanifest' }]

const address = '/business/counter'
const worker = '/business/counter-worker.js'

/** The worker keeps the page and every file that it has loaded so far. */
async function keepForOffline() {
  await navigator.serviceWorker.register(worker, { scope: address })
  const { active } = await navigator.serviceWorker.ready
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  active?.postMessage({ files: [new URL(address, location.href).href, ...loaded] })
}

export default function CounterPage() {
  useEffect(() => {
    // Private windows have no workers: there the page works like every other.
    if ('serviceWorker' in navigator) keepForOffline().catch(() => undefined)
  }, [])
  return (
    <div className="mx-auto max-w-xl">
      <PageHeader title={title} />
      <Counter />
    </div>
  )
}

/** Loaded when it is chosen: it brings along what each state says about these cards. */
const GovernmentCard = onDemand(
  async () => (await import('./government-card.tsx')).GovernmentCard,
  <Skeleton className="h-64" label="Loading" />,
)

/** Without a network every call fails in the same way, whatever the browser says about being online. */
const isOffline = (error: unknown) => error instanceof ApiError && error.code === 'offline'

/** One hand, one question: is this customer's purchase, or one with this card, covered here? */
function Counter() {
  const places = usePlace()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [search, setSearch] = useState('')
  const customerId = params.get('customer')
  const isCard = params.has('card')
  return (
    <div className="grid gap-4 text-base">
      <PlacePicker {...places} />
      {!places.place && (
        <p className="text-ink-muted">Choose where the sale takes place. Then find the customer.</p>
      )}
      {places.place && !places.place.kind && (
        <KindQuestion location={places.location} onKind={places.chooseKind} />
      )}
      {places.place?.kind &&
        (isCard ? (
          <>
            <Button variant="secondary" size="lg" onClick={() => navigate('.')}>
              Find a customer
            </Button>
            <GovernmentCard place={places.place} kindSold={places.place.kind} />
          </>
        ) : customerId ? (
          <>
            <Button variant="secondary" size="lg" onClick={() => navigate('.')}>
              Find another customer
            </Button>
            <Answer
              key={`${customerId} ${places.place.state} ${places.place.kind}`}
              customerId={customerId}
              place={places.place}
              kindSold={places.place.kind}
            />
          </>
        ) : (
          <>
            <SearchInput label="Name, email or last 4 of the number" value={search} onSearch={setSearch} />
            <Customers search={search.trim()} state={places.place.state} />
            <Button variant="secondary" size="lg" onClick={() => navigate('?card')}>
              <CreditCard aria-hidden className="size-5" />
              Government card
            </Button>
          </>
        ))}
    </div>
  )
}

function Customers({ search, state }: { search: string; state: string }) {
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery({
    ...listQuery(searchCustomers, { query: { search } }),
    enabled: search !== '',
    // Otherwise a browser that believes to be offline asks nothing and says nothing.
    networkMode: 'always',
  })
  if (search === '') {
    return <p className="text-ink-muted">Find a customer to see whether to charge sales tax.</p>
  }
  if (isOffline(error)) return <OfflineCounter search={search} onRetry={() => void refetch()} />
  if (error) return <FailedState message={errorText(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-14" label="Looking for customers" />
  if (data.items.length === 0) {
    return (
      <div className="rounded-card border border-line bg-surface">
        <EmptyState
          icon={<UserX aria-hidden />}
          title="No customer found"
          action={<AskForCertificate state={state} />}
        >
          We have no certificate for this name. Charge sales tax.
        </EmptyState>
      </div>
    )
  }
  return (
    <ul aria-label="Customers" className="grid gap-2">
      {data.items.map(({ id, name, place, hint }) => (
        <li key={id}>
          <button
            type="button"
            onClick={() => navigate(`?customer=${id}`)}
            className="flex min-h-14 w-full items-center justify-between gap-3 rounded-card border border-line bg-surface px-4 py-3 text-left hover:bg-subtle"
          >
            <span className="grid min-w-0 [overflow-wrap:anywhere]">
              <span className="flex flex-wrap gap-x-2">
                <span className="font-medium">{name}</span>
                {place && <span className="text-ink-muted">{place}</span>}
              </span>
              {hint && <span className="text-sm text-ink-muted">{hint}</span>}
            </span>
            <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-muted" />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** An answer on the screen must not stay green when nobody could tell us that it changed. */
function useAskWhenLost(ask: () => Promise<unknown>) {
  const live = useLiveState()
  const askAgain = useEffectEvent(() => void ask())
  useEffect(() => {
    if (live === 'waiting') askAgain()
  }, [live])
  useEffect(() => {
    const onOffline = () => askAgain()
    window.addEventListener('offline', onOffline)
    return () => window.removeEventListener('offline', onOffline)
  }, [])
}

const kindOptions = purchaseKinds.map((value) => ({ value, label: purchaseKindWords[value] }))

const payerOptions = [
  { value: '', label: 'Choose' },
  { value: 'buyer', label: 'The organization, with its own money, check or card' },
  { value: 'person', label: 'A person, who may be paid back' },
]

interface AnswerProps {
  customerId: string
  place: Place
  kindSold: PurchaseKind
}

function Answer({ customerId, place, kindSold }: AnswerProps) {
  const { business, isManager } = useMembership()
  const [sale, setSale] = useState<SaleDetails>({
    kind: kindSold,
    amountCents: undefined,
    isOwnUse: false,
    paidBy: undefined,
  })
  const { data, error, refetch } = useQuery({
    ...routeQuery(askCoverage, {
      params: { id: customerId },
      query: {
        state: place.state,
        kind: sale.kind,
        amountCents: sale.amountCents,
        ...(sale.isOwnUse && { isOwnUse: 'true' as const }),
        paidBy: sale.paidBy,
      },
    }),
    placeholderData: (before: CoverageAnswer | undefined) => before,
    networkMode: 'always',
  })
  useAskWhenLost(refetch)
  const businessId = business?.id
  useEffect(() => {
    const isPlain = !sale.isOwnUse && sale.amountCents === undefined && sale.paidBy === undefined
    if (businessId && data && isPlain) keepAnswer(businessId, data)
  }, [businessId, data, sale])
  if (isOffline(error)) {
    return (
      <OfflineCounter
        customerId={customerId}
        state={place.state}
        kind={sale.kind}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data && error) return <FailedState message={errorText(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-64" label="Asking" />
  return (
    <>
      <Select
        aria-label="What they’re buying"
        options={kindOptions}
        value={sale.kind}
        onChange={({ target: { value } }) => setSale({ ...sale, kind: value as PurchaseKind })}
      />
      {(sale.paidBy || data.asksWhoPays) && (
        <Field label="Who pays?">
          <Select
            options={payerOptions}
            value={sale.paidBy ?? ''}
            onChange={({ target: { value } }) =>
              setSale({ ...sale, paidBy: value === 'buyer' || value === 'person' ? value : undefined })
            }
          />
        </Field>
      )}
      <AnswerCard {...data} customer={data.customer?.name ?? 'This customer'}>
        {data.canAccept && data.receivedId && isManager && (
          <AcceptAnyway
            receivedId={data.receivedId}
            state={data.state}
            kind={data.kind}
            questions={data.reasons.map(({ text }) => text)}
          />
        )}
        {(data.verdict === 'check' || data.verdict === 'not-covered') && (
          <AskForCertificate state={place.state} customerName={data.customer?.name} />
        )}
        {data.receivedId && (
          <TextLink to={`/business/documents/${data.receivedId}`}>Open the certificate</TextLink>
        )}
        {data.customer && (
          <TextLink to={customerAddress(data.customer.id)}>Open the customer’s page</TextLink>
        )}
        {data.customer && (
          <SaveCheck
            verdict={data.verdict}
            sale={sale}
            onSale={setSale}
            canBeOwnUse
            isManager={isManager}
            onSave={(details) =>
              call(saveCheck, { body: { ...sale, ...details, ...placeOf(place), customerId } })
            }
          />
        )}
      </AnswerCard>
    </>
  )
}
