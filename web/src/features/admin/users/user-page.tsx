import {
  endUserSessions,
  getUser,
  listUserSessions,
  sendResetLink,
  type UserDetail,
  unlockUser,
  updateUser,
} from '@exempta/contract/admin/users'
import { texts } from '@exempta/contract/texts'
import { useQuery } from '@tanstack/react-query'
import { Ban, CircleCheck, KeyRound, LockOpen, LogOut, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { call } from '../../../lib/api.ts'
import { errorText, failureText, isNotFound, orThrowText } from '../../../lib/api-error.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { refreshAdmin, routeQuery } from '../../../lib/query.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { Badge, StatusBadge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/dialogs.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { SectionSpinner } from '../../../ui/loading.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { FailedState } from '../../../ui/page-states.tsx'
import { EmailText, RelativeTime, TextLink } from '../../../ui/text.tsx'
import { toast } from '../../../ui/toast.ts'
import { AuditHistory } from '../audit/audit-history.tsx'
import { DocumentsOfPerson, SharesOfPerson } from '../documents/administered-tables.tsx'
import { roleNames } from './role-names.ts'

export const meta = pageMeta('User')

export default function AdministeredUserPage() {
  const { id = '' } = useParams()
  return <UserPage key={id} id={id} />
}

const EditUserDialog = onDemand(async () => (await import('./user-dialogs.tsx')).EditUserDialog)
const DeleteUserDialog = onDemand(async () => (await import('./user-dialogs.tsx')).DeleteUserDialog)

const lockedRefetchMs = 10_000
const listPath = '/admin/users'
const memberRoleNames = { viewer: 'Viewer', manager: 'Manager' }

/** Everything an administrator may know about one person, and what can be done for them. */
function UserPage({ id }: { id: string }) {
  const {
    data: user,
    error,
    refetch,
    isRefetching,
  } = useQuery({
    ...routeQuery(getUser, { params: { id } }),
    // A lock ends by itself.
    refetchInterval: ({ state }) => (state.data?.lockedUntil ? lockedRefetchMs : false),
  })
  if (!user || (error && isNotFound(error))) {
    return (
      <>
        <BackLink to={listPath}>Back to Users</BackLink>
        <PageHeader title="User" />
        {!error ? (
          <SectionSpinner />
        ) : isNotFound(error) ? (
          <Banner tone="danger">We couldn’t find this person. Their account may have been deleted.</Banner>
        ) : (
          <FailedState
            message={failureText(error, texts.errorOccurred)}
            onRetry={() => void refetch()}
            isRetrying={isRefetching}
          />
        )}
      </>
    )
  }
  return (
    <>
      <BackLink to={listPath}>Back to Users</BackLink>
      <PageHeader
        title={
          <span className="flex flex-wrap items-center gap-3 [overflow-wrap:anywhere]">
            {user.name}
            <StatusBadge status={user.status} />
            {user.lockedUntil && <StatusBadge status="locked" />}
            {user.isSelf && <Badge tone="accent">You</Badge>}
          </span>
        }
        actions={<UserActions user={user} />}
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-6">
          <Profile user={user} />
          {user.role === 'user' && (
            <>
              <DocumentsOfPerson ownerId={id} />
              <SharesOfPerson ownerId={id} />
            </>
          )}
        </div>
        <div className="grid min-w-0 gap-6">
          <Sessions id={id} />
          <AuditHistory title="Activity" of={{ actorId: id }} empty="They haven’t done anything yet." />
          <AuditHistory
            title="Changes to this account"
            of={{ targetKind: 'person', targetId: id }}
            empty="Nothing has been changed yet."
          />
        </div>
      </div>
    </>
  )
}

function Profile({ user }: { user: UserDetail }) {
  const { email, role, business, createdAt, lastLoginAt, lockedUntil, isEmailVerified, hasTwoFactor } = user
  return (
    <Card title="Profile">
      <Facts
        facts={[
          {
            label: 'Email',
            value: (
              <>
                <EmailText of={email} />{' '}
                <span className="font-normal text-ink-muted">
                  ({isEmailVerified ? 'confirmed' : 'not confirmed'})
                </span>
              </>
            ),
          },
          { label: 'Role', value: roleNames[role] },
          ...(role === 'business'
            ? [
                {
                  label: 'Business',
                  value: business ? (
                    <>
                      <TextLink to={`/admin/businesses/${business.id}`}>{business.name}</TextLink> (
                      {memberRoleNames[business.role]})
                    </>
                  ) : (
                    'None'
                  ),
                },
              ]
            : []),
          ...(lockedUntil
            ? [
                {
                  label: 'Locked',
                  value: (
                    <>
                      Until{' '}
                      {new Date(lockedUntil).toLocaleTimeString(undefined, {
                        timeStyle: 'short',
                      })}{' '}
                      <span className="font-normal text-ink-muted">(too many wrong passwords or codes)</span>
                    </>
                  ),
                },
              ]
            : []),
          { label: 'Last login', value: lastLoginAt ? <RelativeTime at={lastLoginAt} /> : 'Never' },
          { label: 'Two-factor authentication', value: hasTwoFactor ? 'On' : 'Off' },
          {
            label: 'Member since',
            value: new Date(createdAt).toLocaleDateString(undefined, { dateStyle: 'long' }),
          },
        ]}
      />
    </Card>
  )
}

function Sessions({ id }: { id: string }) {
  const { data, error } = useQuery(routeQuery(listUserSessions, { params: { id } }))
  return (
    <Card title="Active sessions">
      {!data ? (
        error ? (
          <p className="text-danger-ink">{errorText(error)}</p>
        ) : (
          <SectionSpinner />
        )
      ) : data.sessions.length === 0 ? (
        <p className="text-ink-muted">Not logged in anywhere.</p>
      ) : (
        <ul aria-label="Active sessions" className="grid gap-3">
          {data.sessions.map((session) => (
            <li key={session.id} className="grid gap-0.5">
              <span className="font-medium">{session.device}</span>
              <span className="text-xs text-ink-muted">
                {session.ip ?? 'Unknown address'} · Last active <RelativeTime at={session.lastSeenAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

type Opened = 'edit' | 'delete' | 'sessions' | 'suspend'

function UserActions({ user }: { user: UserDetail }) {
  const { id, name, email, isSelf, status } = user
  const navigate = useNavigate()
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const isActive = status === 'active'

  async function sendLink() {
    try {
      await call(sendResetLink, { params: { id } })
      toast.success(`We’re emailing ${email} a link to choose a new password.`)
    } catch (error) {
      toast.error(errorText(error))
    }
    await refreshAdmin()
  }
  async function unlock() {
    try {
      await call(unlockUser, { params: { id } })
      toast.success(`${name} can try to log in again now.`)
    } catch (error) {
      toast.error(errorText(error))
    }
    await refreshAdmin()
  }
  async function endSessions() {
    const { ended } = await orThrowText(texts.errorOccurred, call(endUserSessions, { params: { id } }))
    toast.success(ended === 1 ? 'Ended 1 session.' : `Ended ${ended} sessions.`)
    await refreshAdmin()
  }
  async function setStatus(next: 'active' | 'suspended') {
    const { version, role } = user
    await orThrowText(
      texts.admin.updateUserFailed,
      call(updateUser, {
        params: { id },
        body: { version, name, role, status: next, businessId: user.business?.id ?? null },
      }),
    )
    toast.success(next === 'active' ? `${name} can log in again.` : `Suspended ${name}.`)
    await refreshAdmin()
  }
  async function activate() {
    try {
      await setStatus('active')
    } catch (error) {
      toast.error(errorText(error))
    }
  }

  return (
    <>
      {user.lockedUntil && (
        <Button variant="secondary" onClick={() => void unlock()}>
          <LockOpen aria-hidden className="size-4" />
          Unlock
        </Button>
      )}
      {isActive && (
        <Button variant="secondary" onClick={() => void sendLink()}>
          <KeyRound aria-hidden className="size-4" />
          Send reset link
        </Button>
      )}
      {!isSelf && (
        <>
          <Button variant="secondary" onClick={() => setOpened('sessions')}>
            <LogOut aria-hidden className="size-4" />
            End sessions
          </Button>
          {isActive ? (
            <Button variant="secondary" onClick={() => setOpened('suspend')}>
              <Ban aria-hidden className="size-4" />
              Suspend
            </Button>
          ) : (
            <Button variant="secondary" onClick={() => void activate()}>
              <CircleCheck aria-hidden className="size-4" />
              Activate
            </Button>
          )}
        </>
      )}
      <Button variant="secondary" onClick={() => setOpened('edit')}>
        <Pencil aria-hidden className="size-4" />
        Edit
      </Button>
      {!isSelf && (
        <Button variant="secondary" onClick={() => setOpened('delete')}>
          <Trash2 aria-hidden className="size-4" />
          Delete
        </Button>
      )}
      {opened === 'edit' && <EditUserDialog user={user} onClose={close} />}
      {opened === 'delete' && (
        <DeleteUserDialog
          user={user}
          onClose={close}
          onDeleted={() => void navigate(listPath, { replace: true })}
        />
      )}
      <ConfirmDialog
        isOpen={opened === 'sessions'}
        onOpenChange={(isOpen) => !isOpen && close()}
        title="End sessions"
        question="They’ll be logged out everywhere right away and can log in again."
        subject={`${name} · ${email}`}
        confirmLabel="End sessions"
        onConfirm={endSessions}
      />
      <ConfirmDialog
        isOpen={opened === 'suspend'}
        onOpenChange={(isOpen) => !isOpen && close()}
        title="Suspend user"
        question="They’ll be logged out everywhere and can’t log in until you activate the account again."
        subject={`${name} · ${email}`}
        confirmLabel="Suspend"
        onConfirm={() => setStatus('suspended')}
      />
    </>
  )
}
