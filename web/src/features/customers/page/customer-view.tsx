import {
  type CustomerPage,
  getCustomer,
  removeCustomer,
  setCustomerInactive,
} from '@exempta/contract/customers'
import { useQuery } from '@tanstack/react-query'
import {
  EllipsisVertical,
  FilePlus2,
  Merge,
  Pencil,
  ScanSearch,
  Send,
  Trash2,
  UserCheck,
  UserX,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { call } from '../../../lib/api.ts'
import { errorText, isNotFound } from '../../../lib/api-error.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { routeQuery } from '../../../lib/query.ts'
import { useMembership } from '../../../lib/roles.ts'
import { CustomerLink, customerAddress } from '../../../shared/customers/customer-link.tsx'
import { CustomerSuggestions } from '../../../shared/customers/customer-suggestions.tsx'
import { refreshCustomers } from '../../../shared/customers/refresh.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialogs.tsx'
import { PlainIconButton } from '../../../ui/icon-button.tsx'
import { PageSkeleton } from '../../../ui/loading.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { FailedState } from '../../../ui/page-states.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { toast } from '../../../ui/toast.ts'
import { MergesCard } from '../merge/merges-card.tsx'
import { CustomerDetails } from './customer-details.tsx'
import { StateAnswers } from './state-answers.tsx'

const EditCustomer = onDemand(async () => (await import('../edit/customer-dialogs.tsx')).EditCustomer)
const MergeDialog = onDemand(async () => (await import('../merge/merge-dialog.tsx')).MergeDialog)
const AskCustomers = onDemand(
  async () => (await import('../../../shared/customers/ask-customers.tsx')).AskCustomers,
)
const tables = () => import('./customer-tables.tsx')
const CustomerCertificates = onDemand(async () => (await tables()).CustomerCertificates)
const CustomerReceipts = onDemand(async () => (await tables()).CustomerReceipts)
const CustomerDecisions = onDemand(async () => (await tables()).CustomerDecisions)
const CustomerActivityList = onDemand(async () => (await tables()).CustomerActivityList)

const listAddress = '/business/customers'

interface CustomerViewProps {
  id: string
  /** The customer’s requests and number checks, which belong to other features. */
  requests: ReactNode
  numberChecks: ReactNode
}

/** Everything a business knows about one buyer. */
export function CustomerView({ id, ...others }: CustomerViewProps) {
  const { data, error, refetch, isRefetching } = useQuery(routeQuery(getCustomer, { params: { id } }))
  return (
    <>
      <BackLink to={listAddress}>Customers</BackLink>
      {isNotFound(error) ? (
        <Banner tone="warning">There’s no such customer, or it was deleted.</Banner>
      ) : error && !data ? (
        <FailedState message={errorText(error)} onRetry={() => void refetch()} isRetrying={isRefetching} />
      ) : !data ? (
        <PageSkeleton label="Loading the customer" hasAside />
      ) : (
        <Loaded customer={data} {...others} />
      )}
    </>
  )
}

const tabNames = ['requests', 'numbers', 'receipts', 'decisions', 'activity']

type LoadedProps = Omit<CustomerViewProps, 'id'> & { customer: CustomerPage }

function Loaded({ customer, requests, numberChecks }: LoadedProps) {
  const { id, name, number, isInactive, mergedInto } = customer
  const { isManager } = useMembership()
  const [params, setParams] = useSearchParams()
  return (
    <>
      <PageHeader
        title={
          <span className="flex flex-wrap items-center gap-3 [overflow-wrap:anywhere]">
            {name}
            {isInactive && <Badge>Inactive</Badge>}
          </span>
        }
        description={number && `Customer number ${number}`}
        actions={!mergedInto && <Actions customer={customer} isManager={isManager} />}
      />
      {mergedInto && (
        <div className="mb-6">
          <Banner tone="info">
            This customer was merged into <CustomerLink customer={mergedInto} />. Everything is there.
          </Banner>
        </div>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-6">
          <CustomerSuggestions of={{ customerId: id }} />
          <StateAnswers customer={customer} />
        </div>
        <div className="grid min-w-0 gap-6">
          <CustomerDetails customer={customer} />
          <MergesCard customer={customer} isManager={isManager} />
        </div>
      </div>
      <div className="mt-6">
        <Tabs
          label="History"
          value={tabNames.find((tab) => tab === params.get('tab')) ?? 'certificates'}
          onChange={(tab) => setParams(tabNames.includes(tab) ? { tab } : {}, { replace: true })}
          tabs={[
            {
              value: 'certificates',
              label: 'Certificates',
              content: <CustomerCertificates id={id} canMove={isManager && !mergedInto} />,
            },
            { value: 'requests', label: 'Requests', content: requests },
            { value: 'numbers', label: 'Number checks', content: numberChecks },
            { value: 'receipts', label: 'Receipts', content: <CustomerReceipts id={id} /> },
            { value: 'decisions', label: 'Decisions', content: <CustomerDecisions id={id} /> },
            { value: 'activity', label: 'Activity', content: <CustomerActivityList id={id} /> },
          ]}
        />
      </div>
    </>
  )
}

/** What one does about a customer: one button each, and the rest behind one more. */
function Actions({ customer, isManager }: { customer: CustomerPage; isManager: boolean }) {
  const { id, name, isInactive } = customer
  const navigate = useNavigate()
  const [open, setOpen] = useState<'ask' | 'edit' | 'merge' | 'remove'>()
  const close = () => setOpen(undefined)

  async function setInactive() {
    try {
      await call(setCustomerInactive, { params: { id }, body: { isInactive: !isInactive } })
      await refreshCustomers()
      toast.success(isInactive ? `${name} is active again.` : `${name} is inactive now.`)
    } catch (error) {
      toast.error(errorText(error))
    }
  }

  return (
    <>
      {isManager && (
        <Button onClick={() => setOpen('ask')}>
          <Send aria-hidden className="size-4" />
          Ask for a certificate
        </Button>
      )}
      {isManager && (
        <LinkButton to="/business/archive" variant="secondary">
          <FilePlus2 aria-hidden className="size-4" />
          Add a certificate
        </LinkButton>
      )}
      <LinkButton to={`/business/counter?customer=${id}`} variant="secondary">
        <ScanSearch aria-hidden className="size-4" />
        Check a sale
      </LinkButton>
      {isManager && (
        <>
          <Button variant="secondary" onClick={() => setOpen('edit')}>
            <Pencil aria-hidden className="size-4" />
            Edit
          </Button>
          <Menu
            trigger={<PlainIconButton label={`More for ${name}`} icon={<EllipsisVertical aria-hidden />} />}
            items={[
              {
                label: 'Merge with another customer',
                icon: <Merge aria-hidden />,
                onSelect: () => setOpen('merge'),
              },
              {
                label: isInactive ? 'Make active' : 'Make inactive',
                icon: isInactive ? <UserCheck aria-hidden /> : <UserX aria-hidden />,
                onSelect: () => void setInactive(),
              },
              {
                label: 'Delete',
                icon: <Trash2 aria-hidden />,
                tone: 'danger',
                startsGroup: true,
                onSelect: () => setOpen('remove'),
              },
            ]}
          />
        </>
      )}
      {open === 'ask' && <AskCustomers customers={[customer]} onClose={close} onAsked={close} />}
      {open === 'edit' && <EditCustomer customer={customer} onClose={close} />}
      {open === 'merge' && (
        <MergeDialog
          customer={customer}
          onClose={close}
          onMerged={(staying) => void navigate(customerAddress(staying))}
        />
      )}
      <ConfirmDialog
        isOpen={open === 'remove'}
        onOpenChange={close}
        title="Delete Customer"
        question="Delete this customer? A customer with certificates can’t be deleted. Make it inactive instead."
        subject={name}
        confirmLabel="Delete"
        onConfirm={async () => {
          await call(removeCustomer, { params: { id } })
          await navigate(listAddress)
          await refreshCustomers()
          toast.success(`Deleted ${name}.`)
        }}
      />
    </>
  )
}
