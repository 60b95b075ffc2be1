import { accountLimits } from '@exempta/contract/accounts/limits'
import { getTwoFactor } from '@exempta/contract/accounts/two-factor'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldCheck, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { routeQuery } from '../../../lib/query.ts'
import { refreshPerson } from '../../../lib/session-calls.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { FailedState } from '../../../ui/page-states.tsx'
import { SettingRow } from '../../../ui/setting-row.tsx'
import { PasskeysRow } from './passkeys.tsx'

const DisableDialog = onDemand(async () => (await import('./two-factor-dialogs.tsx')).DisableDialog)
const EnableDialog = onDemand(async () => (await import('./two-factor-dialogs.tsx')).EnableDialog)
const NewBackupCodesDialog = onDemand(
  async () => (await import('./two-factor-dialogs.tsx')).NewBackupCodesDialog,
)

export const twoFactorQuery = routeQuery(getTwoFactor, {})

/** Which second factors the person has. Call `refresh` after each change, because the session contains it, too. */
function useTwoFactor() {
  const client = useQueryClient()
  const state = useQuery(twoFactorQuery)
  const refresh = async () => {
    await Promise.all([client.invalidateQueries({ queryKey: twoFactorQuery.queryKey }), refreshPerson()])
  }
  return { ...state, refresh }
}

const dialogs = {
  enable: EnableDialog,
  disable: DisableDialog,
  'new-codes': NewBackupCodesDialog,
}

const fewCodes = 3

interface TwoFactorSettingsProps {
  title: string
  enableLabel: string
  disableLabel: string
}

/** The rows about second factors inside a security card. */
export function TwoFactorSettings({ title, enableLabel, disableLabel }: TwoFactorSettingsProps) {
  const { data, error, isRefetching, refetch, refresh } = useTwoFactor()
  const [opened, setOpened] = useState<keyof typeof dialogs>()
  if (error && !data) {
    return (
      <div className="py-4">
        <FailedState message={errorText(error)} onRetry={() => void refetch()} isRetrying={isRefetching} />
      </div>
    )
  }
  if (!data) return <Skeleton className="my-4 h-12" label="Loading two-factor settings" />

  const { isEnabled, isRequired, backupCodesLeft, passkeys } = data
  const Dialog = opened && dialogs[opened]
  return (
    <>
      <SettingRow
        title={title}
        badge={
          isEnabled ? (
            <Badge tone="success" icon={<ShieldCheck aria-hidden />}>
              On
            </Badge>
          ) : (
            <Badge icon={<ShieldOff aria-hidden />}>Off</Badge>
          )
        }
        description={describe(isEnabled, isRequired)}
        actions={
          isEnabled ? (
            !isRequired && (
              <Button variant="secondary" onClick={() => setOpened('disable')}>
                {disableLabel}
              </Button>
            )
          ) : (
            <Button onClick={() => setOpened('enable')}>{enableLabel}</Button>
          )
        }
      />
      {isEnabled && (
        <SettingRow
          title="Backup codes"
          badge={
            <Badge tone={backupCodesLeft <= fewCodes ? 'warning' : 'neutral'}>
              {backupCodesLeft} of {accountLimits.backupCodes} left
            </Badge>
          }
          description="For when you don’t have your phone. Each code works once."
          actions={
            <Button variant="secondary" onClick={() => setOpened('new-codes')}>
              Get new codes
            </Button>
          }
        />
      )}
      {isEnabled && <PasskeysRow passkeys={passkeys} onChanged={refresh} />}
      {Dialog && <Dialog onClose={() => setOpened(undefined)} onChanged={refresh} />}
    </>
  )
}

function describe(isEnabled: boolean, isRequired: boolean): string {
  if (!isEnabled)
    return 'Add a code from your phone to your password, so a stolen password isn’t enough to log in.'
  const text = 'When you log in, we ask for a code from your authenticator app.'
  return isRequired ? `${text} Your role requires it, so you can’t turn it off.` : text
}
