import type { BusinessMembership } from '@exempta/contract/businesses'
import { Building2, Clock, UserX } from 'lucide-react'
import type { ReactNode } from 'react'
import { LinkButton } from '../../../ui/button.tsx'

interface StatusPageProps {
  icon: ReactNode
  title: string
  children: ReactNode
  actions: ReactNode
}

const StatusPage = ({ icon, title, children, actions }: StatusPageProps) => (
  <div className="mx-auto grid max-w-lg justify-items-center gap-3 py-12 text-center">
    <span className="inline-flex size-14 items-center justify-center rounded-full bg-warning-soft text-warning [&_svg]:size-7">
      {icon}
    </span>
    <h1 className="text-2xl font-semibold [overflow-wrap:anywhere]">{title}</h1>
    <div className="grid gap-2 text-ink-muted">{children}</div>
    <div className="mt-3 flex flex-wrap justify-center gap-2">{actions}</div>
  </div>
)

const accountLink = (
  <LinkButton to="/business/profile?tab=account" variant="secondary">
    My account
  </LinkButton>
)
const supportLink = <LinkButton to="/contact">Contact support</LinkButton>

/** Stands in place of the pages of a business for people whose access is paused, or who left it. */
export function NoAccess({ business }: { business: BusinessMembership | null }) {
  if (business) {
    return (
      <StatusPage
        icon={<Clock aria-hidden />}
        title={`Your access to ${business.name} is paused`}
        actions={
          <>
            {supportLink}
            {accountLink}
          </>
        }
      >
        <p>
          You’re on the team, but you can’t see its documents right now. Ask a manager of {business.name}, or
          contact support.
        </p>
        <p>This page changes as soon as you have access.</p>
      </StatusPage>
    )
  }
  return (
    <StatusPage
      icon={<UserX aria-hidden />}
      title="You’re not on a team right now"
      actions={
        <>
          {supportLink}
          {accountLink}
        </>
      }
    >
      <p>
        You left your business’s team or were removed from it, so you can no longer see its documents. To join
        a team again, ask one of its managers to invite you, and use the link in the invitation.
      </p>
      <p>You still have your account. This page changes as soon as you’re on a team again.</p>
    </StatusPage>
  )
}

/** Stands in place of the dashboard of an inactive business. */
export function InactiveBusiness({ business }: { business: BusinessMembership }) {
  return (
    <StatusPage
      icon={<Building2 aria-hidden />}
      title={`${business.name} is inactive`}
      actions={
        <>
          {supportLink}
          <LinkButton to="/business/documents" variant="secondary">
            View Documents
          </LinkButton>
        </>
      }
    >
      <p>
        An administrator made your business inactive. You can still view and download your documents, but no
        one can share new ones with you, and you can’t review documents or invite team members.
      </p>
      <p>Contact support to have it activated again. This page changes as soon as it is.</p>
    </StatusPage>
  )
}
