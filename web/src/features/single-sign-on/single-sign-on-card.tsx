import {
  getAdminSingleSignOn,
  getBusinessSingleSignOn,
  removeAdminSingleSignOn,
  removeBusinessSingleSignOn,
  type SingleSignOn,
  switchAdminSingleSignOn,
  switchBusinessSingleSignOn,
  tryAdminSingleSignOn,
  tryBusinessSingleSignOn,
  updateAdminSingleSignOn,
  updateBusinessSingleSignOn,
} from '@exempta/contract/single-sign-on'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { errorText } from '../../lib/api-error.ts'
import { queryClient, routeQuery } from '../../lib/query.ts'
import { Badge } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyId } from '../../ui/copy-button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { FailedState } from '../../ui/page-states.tsx'
import { toast } from '../../ui/toast.ts'
import { ConnectionForm } from './connection-form.tsx'
import { Requirement } from './requirement.tsx'

const areas = {
  admin: {
    get: getAdminSingleSignOn,
    update: updateAdminSingleSignOn,
    switch: switchAdminSingleSignOn,
    remove: removeAdminSingleSignOn,
    try: tryAdminSingleSignOn,
    description:
      'Let administrators log in with the account of your organization (OpenID Connect). Their passwords keep working.',
  },
  business: {
    get: getBusinessSingleSignOn,
    update: updateBusinessSingleSignOn,
    switch: switchBusinessSingleSignOn,
    remove: removeBusinessSingleSignOn,
    try: tryBusinessSingleSignOn,
    description: 'Let your team log in with the account of your company (OpenID Connect).',
  },
}
type Area = keyof typeof areas

/** Logging in with a company account: the connection, a trial of it, and whether it is on. */
export function SingleSignOnCard({ area }: { area: Area }) {
  const { get, description } = areas[area]
  const query = routeQuery(get, {})
  const { data, error, isRefetching, refetch } = useQuery(query)
  return (
    <Card
      title="Single sign-on"
      description={description}
      actions={
        data?.provider && (
          <Badge tone={data.provider.isOn ? 'success' : 'neutral'}>{data.provider.isOn ? 'On' : 'Off'}</Badge>
        )
      }
    >
      {data ? (
        <SingleSignOnSettings
          key={data.provider?.version ?? 0}
          area={area}
          settings={data}
          onSaved={(saved) => queryClient.setQueryData(query.queryKey, saved)}
          onRemoved={() => queryClient.invalidateQueries({ queryKey: query.queryKey })}
        />
      ) : error ? (
        <FailedState message={errorText(error)} onRetry={() => void refetch()} isRetrying={isRefetching} />
      ) : (
        <Skeleton className="h-96" label="Loading single sign-on" />
      )}
    </Card>
  )
}

interface SettingsProps {
  area: Area
  settings: SingleSignOn
  onSaved: (saved: SingleSignOn) => void
  onRemoved: () => Promise<void>
}

function SingleSignOnSettings({ area, settings, onSaved, onRemoved }: SettingsProps) {
  const { provider, redirectAddress, logoutAddress } = settings
  const routes = areas[area]
  const [busy, setBusy] = useState<'try' | 'switch' | 'remove'>()
  const [failure, setFailure] = useState<string>()

  async function act(what: NonNullable<typeof busy>, work: () => Promise<unknown>) {
    setBusy(what)
    setFailure(undefined)
    try {
      await work()
    } catch (error) {
      setFailure(errorText(error))
    } finally {
      setBusy(undefined)
    }
  }
  const tryIt = () =>
    act('try', async () => {
      window.location.assign((await call(routes.try)).url)
    })
  const turn = (isOn: boolean, isRequired = false, emergencyPersonId: string | null = null) =>
    act('switch', async () => {
      const body = { version: provider?.version ?? 0, isOn, isRequired, emergencyPersonId }
      onSaved(await call(routes.switch, { body }))
      toast.success(isOn ? 'Single sign-on is on.' : 'Single sign-on is off.')
    })
  const remove = () =>
    act('remove', async () => {
      await call(routes.remove)
      await onRemoved()
    })

  return (
    <div className="grid gap-5">
      {failure && <Banner tone="danger">{failure}</Banner>}
      <Facts
        facts={[
          { label: 'Redirect address for your provider', value: <CopyId id={redirectAddress} /> },
          { label: 'Back-channel logout address', value: <CopyId id={logoutAddress} /> },
        ]}
      />
      {provider?.isOn ? (
        <ConnectionFacts area={area} provider={provider} />
      ) : (
        <ConnectionForm
          area={area}
          provider={provider}
          onSave={async (body) => {
            onSaved(await call(routes.update, { body }))
            toast.success('Connection saved. Try it next.')
          }}
        />
      )}
      {provider && (
        <div className="grid gap-3 border-t border-line pt-4">
          <p className="text-ink-muted">{stateWords(provider)}</p>
          <div className="flex flex-wrap gap-2">
            <Button
              variant={provider.triedAt ? 'secondary' : 'primary'}
              isLoading={busy === 'try'}
              onClick={() => void tryIt()}
            >
              Try it
            </Button>
            {(provider.isOn || provider.triedAt) && (
              <Button
                variant={provider.isOn ? 'secondary' : 'primary'}
                isLoading={busy === 'switch'}
                onClick={() => void turn(!provider.isOn)}
              >
                {provider.isOn ? 'Turn off' : 'Turn on'}
              </Button>
            )}
            {!provider.isOn && (
              <Button variant="ghost" isLoading={busy === 'remove'} onClick={() => void remove()}>
                Remove
              </Button>
            )}
          </div>
        </div>
      )}
      {area === 'business' && provider?.isOn && (
        <Requirement
          settings={settings}
          provider={provider}
          isSaving={busy === 'switch'}
          onSave={(isRequired, emergencyPersonId) => void turn(true, isRequired, emergencyPersonId)}
        />
      )}
    </div>
  )
}

function stateWords({ isOn, triedAt }: NonNullable<SingleSignOn['provider']>): string {
  if (isOn)
    return 'To change the connection, turn single sign-on off first. That logs out everyone who used it.'
  return triedAt
    ? 'The connection worked when you last tried it. You can turn it on now.'
    : 'Try the connection before you turn it on. This doesn’t log anyone in.'
}

const ConnectionFacts = ({
  area,
  provider,
}: {
  area: Area
  provider: NonNullable<SingleSignOn['provider']>
}) => (
  <Facts
    facts={[
      { label: 'Issuer', value: provider.issuer },
      { label: 'Client ID', value: provider.clientId },
      { label: 'Allowed email domains', value: provider.domains.join(', ') },
      { label: 'Claim with the groups', value: provider.groupClaim },
      {
        label: area === 'admin' ? 'Groups of administrators' : 'Groups of managers',
        value: provider.managerGroups.join(', ') || 'None',
      },
      ...(area === 'admin'
        ? []
        : [{ label: 'Groups of viewers', value: provider.viewerGroups.join(', ') || 'Everyone else' }]),
    ]}
  />
)
