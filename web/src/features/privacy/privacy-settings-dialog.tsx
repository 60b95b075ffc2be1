import { getNotificationPreferences } from '@exempta/contract/notifications'
import { getPrivacySettings } from '@exempta/contract/privacy'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../lib/error-text.ts'
import { routeQuery } from '../../lib/query.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { PrivacyDialogProps } from './privacy-dialog.ts'
import { PrivacySettingsForm } from './privacy-settings-form.tsx'

const preferencesQuery = routeQuery(getNotificationPreferences, {})
const settingsQuery = routeQuery(getPrivacySettings, {})

export default function PrivacySettingsDialog({ personRole, onClose }: PrivacyDialogProps) {
  const preferences = useQuery(preferencesQuery)
  const settings = useQuery(settingsQuery)
  const error = preferences.error ?? settings.error
  const retry = () => void Promise.all([preferences.refetch(), settings.refetch()])
  return (
    <Dialog isOpen onOpenChange={onClose} title="Privacy settings">
      <div className="pb-4">
        {preferences.data && settings.data ? (
          <PrivacySettingsForm
            personRole={personRole}
            values={{ ...preferences.data, ...settings.data }}
            onClose={onClose}
          />
        ) : error ? (
          <FailedState
            message={errorText(error)}
            onRetry={retry}
            isRetrying={preferences.isFetching || settings.isFetching}
          />
        ) : (
          <Spinner label="Loading…" />
        )}
      </div>
    </Dialog>
  )
}
