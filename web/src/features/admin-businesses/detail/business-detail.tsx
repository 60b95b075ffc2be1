import { getBusiness } from '@exempta/contract/admin-businesses'
import { texts } from '@exempta/contract/texts'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { ApiError } from '../../../lib/api-error.ts'
import { routeQuery } from '../../../lib/query.ts'
import { Banner } from '../../../ui/banner.tsx'
import { FailedState } from '../../../ui/failed-state.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SectionSpinner } from '../../../ui/section-spinner.tsx'
import { VerifiedMark } from '../../../ui/verified-mark.tsx'
import { BusinessActs } from './business-acts.tsx'
import { BusinessInformation } from './business-information.tsx'
import { BusinessMembers } from './business-members.tsx'
import { BusinessStanding } from './business-standing.tsx'

const listPath = '/admin/businesses'

/** An address that is not even an id names no business either. */
const isMissing = (error: Error) =>
  error instanceof ApiError && ['not-found', 'invalid-input'].includes(error.code)

export function BusinessDetail({ id }: { id: string }) {
  const {
    data: business,
    error,
    refetch,
    isRefetching,
  } = useQuery(routeQuery(getBusiness, { params: { id } }))
  if (error && (!business || isMissing(error))) {
    return (
      <>
        <PageHeader title="Business Detail" />
        <div className="grid justify-items-start gap-4">
          {isMissing(error) ? (
            <Banner tone="danger" className="w-full">
              {texts.admin.businessNotFound}
            </Banner>
          ) : (
            <div className="w-full">
              <FailedState
                message={`${texts.admin.businessDetailsFailed}. ${texts.admin.businessNotFound}.`}
                onRetry={() => void refetch()}
                isRetrying={isRefetching}
              />
            </div>
          )}
          <LinkButton to={listPath}>Return to Businesses</LinkButton>
        </div>
      </>
    )
  }
  if (!business) {
    return (
      <>
        <PageHeader title="Business Detail" />
        <SectionSpinner />
      </>
    )
  }
  return (
    <>
      <LinkButton to={listPath} variant="ghost" size="sm" className="-ml-3 mb-2">
        <ArrowLeft aria-hidden className="size-4" />
        Back to Businesses
      </LinkButton>
      <PageHeader
        title={
          <span className="[overflow-wrap:anywhere]">
            {business.name}
            {business.isVerified && <VerifiedMark />}
          </span>
        }
        actions={<BusinessActs business={business} />}
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-6">
          <BusinessInformation business={business} />
          <BusinessMembers businessId={id} />
        </div>
        <BusinessStanding business={business} />
      </div>
    </>
  )
}
