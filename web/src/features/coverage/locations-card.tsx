import {
  createLocation,
  type Location,
  LocationInput,
  listLocations,
  purchaseKinds,
  purchaseKindWords,
  removeLocation,
  updateLocation,
} from '@exempta/contract/coverage'
import { stateNames } from '@exempta/contract/states'
import { useQuery } from '@tanstack/react-query'
import { MapPin, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { errorText } from '../../lib/api-error.ts'
import { queryClient, routeQuery } from '../../lib/query.ts'
import { useMembership } from '../../lib/roles.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ContractForm } from '../../ui/contract-form.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialogs.tsx'
import { FormSelect, FormTextField } from '../../ui/form-field.tsx'
import { PlainIconButton } from '../../ui/icon-button.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { FailedState } from '../../ui/page-states.tsx'
import { toast } from '../../ui/toast.ts'

const query = routeQuery(listLocations, {})
const refresh = () => queryClient.invalidateQueries({ queryKey: query.queryKey })
const kindOptions = purchaseKinds.map((value) => ({ value, label: purchaseKindWords[value] }))
const stateOptions = Object.entries(stateNames).map(([value, label]) => ({ value, label }))

/** Where the business sells; the counter page offers these places. */
export function LocationsCard() {
  const { isManager } = useMembership()
  const { data, error, refetch, isRefetching } = useQuery(query)
  const [edited, setEdited] = useState<Location | 'new'>()
  const [removed, setRemoved] = useState<Location>()
  return (
    <Card
      title="Locations"
      description="Your stores and their states. The Counter page offers them."
      actions={
        isManager && (
          <Button variant="secondary" size="sm" onClick={() => setEdited('new')}>
            <Plus aria-hidden className="size-4" />
            Add Location
          </Button>
        )
      }
    >
      {data ? (
        data.items.length > 0 ? (
          <ul className="grid gap-1">
            {data.items.map((location) => (
              <li key={location.id} className="flex min-h-10 items-center gap-2">
                <MapPin aria-hidden className="size-4 shrink-0 text-ink-muted" />
                <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                  {location.name}, {location.state}
                  {location.kind && (
                    <span className="text-ink-muted"> · {purchaseKindWords[location.kind]}</span>
                  )}
                </span>
                {isManager && (
                  <>
                    <PlainIconButton
                      label={`Edit ${location.name}`}
                      icon={<Pencil aria-hidden />}
                      onClick={() => setEdited(location)}
                    />
                    <PlainIconButton
                      label={`Remove ${location.name}`}
                      icon={<Trash2 aria-hidden />}
                      onClick={() => setRemoved(location)}
                    />
                  </>
                )}
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-ink-muted">No locations yet.</p>
        )
      ) : error ? (
        <FailedState message={errorText(error)} onRetry={() => void refetch()} isRetrying={isRefetching} />
      ) : (
        <Skeleton className="h-16" label="Loading locations" />
      )}
      <Dialog
        isOpen={edited !== undefined}
        onOpenChange={() => setEdited(undefined)}
        title={edited === 'new' ? 'Add Location' : 'Edit Location'}
      >
        {edited && <LocationForm location={edited} onClose={() => setEdited(undefined)} />}
      </Dialog>
      <ConfirmDialog
        isOpen={removed !== undefined}
        onOpenChange={() => setRemoved(undefined)}
        title="Remove Location"
        question="Remove this location? The Counter page won’t offer it anymore. Saved receipts stay as they are."
        subject={removed?.name}
        confirmLabel="Remove"
        onConfirm={async () => {
          if (!removed) return
          await call(removeLocation, { params: { id: removed.id } })
          await refresh()
          toast.success(`Removed ${removed.name}.`)
        }}
      />
    </Card>
  )
}

function LocationForm({ location, onClose }: { location: Location | 'new'; onClose: () => void }) {
  const before = location === 'new' ? undefined : location
  return (
    <ContractForm
      schema={LocationInput}
      defaultValues={{ name: before?.name ?? '', state: before?.state ?? '', kind: before?.kind ?? null }}
      submitLabel="Save"
      onCancel={onClose}
      onSubmit={async (body) => {
        if (before) await call(updateLocation, { params: { id: before.id }, body })
        else await call(createLocation, { body })
        await refresh()
        toast.success('Location saved.')
        onClose()
      }}
    >
      <FormTextField name="name" label="Name" hint="Such as the city or the store’s name." />
      <FormSelect name="state" label="State" placeholder="Choose a state" options={stateOptions} />
      <FormSelect
        name="kind"
        label="What it sells"
        hint="Most of the time. The Counter page can change it for one sale."
        placeholder="Ask at the counter"
        isRequired={false}
        options={kindOptions}
      />
    </ContractForm>
  )
}
