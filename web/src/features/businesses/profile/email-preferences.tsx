import {
  type BusinessEmailPreferences,
  getBusinessEmailPreferences,
  updateBusinessEmailPreferences,
} from '@exempta/contract/businesses/profile'
import { useMutation, useQuery } from '@tanstack/react-query'
import { errorText } from '../../../lib/api-error.ts'
import { queryClient, routeMutation, routeQuery } from '../../../lib/query.ts'
import { Card } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { FailedState } from '../../../ui/page-states.tsx'
import { toast } from '../../../ui/toast.ts'

const query = routeQuery(getBusinessEmailPreferences, {})

const choices: { key: keyof BusinessEmailPreferences; label: string; hint: string }[] = [
  {
    key: 'newDocuments',
    label: 'New documents received',
    hint: 'When someone shares a document with your business.',
  },
  {
    key: 'documentUpdates',
    label: 'Document updates',
    hint: 'When a document is updated or no longer shared.',
  },
  {
    key: 'expirations',
    label: 'Expiring certificates',
    hint: 'When certificates expire in 10 days, and on their last day.',
  },
  {
    key: 'weeklySummary',
    label: 'Weekly summary',
    hint: 'Documents received, reviewed and waiting, and certificates that expire soon.',
  },
]

/** Which emails about the business a team member gets. Each choice is saved at once. */
export function EmailPreferences() {
  const { data, error, refetch, isRefetching } = useQuery(query)
  const save = useMutation({
    ...routeMutation(updateBusinessEmailPreferences),
    onSuccess: (emails) => {
      queryClient.setQueryData(query.queryKey, emails)
      toast.success('Notification preferences saved.')
    },
    onError: (failure) => toast.error(errorText(failure)),
  })
  const shown = save.isPending ? save.variables.body : data
  return (
    <Card
      title="Notification Preferences"
      description="Choose what we email you about. You’ll always see notifications in Exempta."
    >
      {data && shown ? (
        <div className="grid gap-2">
          {choices.map(({ key, label, hint }) => (
            <Checkbox
              key={key}
              label={label}
              hint={hint}
              checked={shown[key]}
              onChange={(event) =>
                !save.isPending && save.mutate({ body: { ...data, [key]: event.target.checked } })
              }
            />
          ))}
        </div>
      ) : error ? (
        <FailedState message={errorText(error)} onRetry={() => void refetch()} isRetrying={isRefetching} />
      ) : (
        <Skeleton className="h-24" label="Loading preferences" />
      )}
    </Card>
  )
}
