import { accountLimits } from '@exempta/contract/accounts/limits'
import { getTwoFactor, type Passkey } from '@exempta/contract/accounts/two-factor'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, ShieldCheck, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { canUsePasskeys } from '../../../lib/passkeys.ts'
import { routeQuery } from '../../../lib/query.ts'
import { refreshPerson } from '../../../lib/session-calls.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { FailedState } from '../../../ui/page-states.tsx'
import { SettingRow } from '../../../ui/setting-row.tsx'
import { RelativeTime } from '../../../ui/text.tsx'

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

const AddPasskeyDialog = onDemand(async () => (await import('./passkey-dialogs.tsx')).AddPasskeyDialog)
const RemovePasskeyDialog = onDemand(async () => (await import('./passkey-dialogs.tsx')).RemovePasskeyDialog)

interface PasskeysRowProps {
  passkeys: readonly Passkey[]
  onChanged: () => Promise<void>
}

function PasskeysRow({ passkeys, onChanged }: PasskeysRowProps) {
  const [isAdding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<Passkey>()
  const canAdd = canUsePasskeys()
  return (
    <SettingRow
      title="Passkeys"
      description={
        canAdd
          ? 'Use your fingerprint, face or a security key instead of a code.'
          : 'Use your fingerprint, face or a security key instead of a code. This browser doesn’t support passkeys.'
      }
      actions={
        canAdd && (
          <Button variant="secondary" onClick={() => setAdding(true)}>
            Add passkey
          </Button>
        )
      }
    >
      {passkeys.length > 0 && (
        <ul aria-label="Passkeys" className="divide-y divide-line rounded-control border border-line">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="flex items-center gap-3 px-3 py-2.5">
              <KeyRound aria-hidden className="size-4.5 shrink-0 text-ink-muted" />
              <div className="min-w-0 flex-1">
                <p className="font-medium break-words">{passkey.name}</p>
                <p className="text-xs text-ink-muted">
                  Added <RelativeTime at={passkey.createdAt} />
                  {passkey.lastUsedAt ? (
                    <>
                      , last used <RelativeTime at={passkey.lastUsedAt} />
                    </>
                  ) : (
                    ', never used'
                  )}
                </p>
              </div>
              <Button
                variant="ghost"
                size="sm"
                aria-label={`Remove ${passkey.name}`}
                onClick={() => setLeaving(passkey)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}

      {isAdding && <AddPasskeyDialog onClose={() => setAdding(false)} onChanged={onChanged} />}
      {leaving && (
        <RemovePasskeyDialog passkey={leaving} onClose={() => setLeaving(undefined)} onChanged={onChanged} />
      )}
    </SettingRow>
  )
}
