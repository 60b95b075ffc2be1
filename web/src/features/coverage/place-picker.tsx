import { listLocations, type PurchaseKind, purchaseKinds } from '@exempta/contract/coverage'
import { stateNames } from '@exempta/contract/states'
import { useQuery } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import { useState } from 'react'
import { routeQuery } from '../../lib/query.ts'
import { useMembership } from '../../lib/roles.ts'
import { Select } from '../../ui/select.tsx'
import { TextLink } from '../../ui/text.tsx'

/** Where the goods change hands. */
export interface Place {
  state: string
  locationId: string | null
  /** What is sold there; null until someone says so. */
  kind: PurchaseKind | null
}

/** Of a sale there. */
export const placeOf = ({ state, locationId }: Place) => ({ state, locationId })

const key = 'exempta.counter-place'
const kindKey = 'exempta.counter-kind'
const otherState = 'other'

/** Remembered on the device: a register doesn't move. */
export function usePlace() {
  const { data } = useQuery(routeQuery(listLocations, {}))
  const [chosen, setChosen] = useState(() => localStorage.getItem(key) ?? '')
  // For sales that are shipped to another state, and for people who can't change the location.
  const [ownKind, setOwnKind] = useState(() => localStorage.getItem(kindKey))
  const keptKind = purchaseKinds.find((kind) => kind === ownKind) ?? null
  const locations = data?.items ?? []
  const location = locations.find(({ id }) => id === chosen)
  const isState = chosen in stateNames
  const place: Place | undefined = location
    ? { state: location.state, locationId: location.id, kind: location.kind ?? keptKind }
    : isState
      ? { state: chosen, locationId: null, kind: keptKind }
      : undefined
  function choose(value: string) {
    localStorage.setItem(key, value)
    setChosen(value)
  }
  function chooseKind(kind: PurchaseKind) {
    localStorage.setItem(kindKey, kind)
    setOwnKind(kind)
  }
  return { place, location, locations, isLoaded: data !== undefined, choose, chooseKind, isState }
}

const stateOptions = Object.entries(stateNames).map(([value, label]) => ({ value, label }))

export function PlacePicker({ place, locations, isLoaded, choose, isState }: ReturnType<typeof usePlace>) {
  const { isManager } = useMembership()
  const [isOther, setOther] = useState(false)
  const isStateShown = isOther || isState || (isLoaded && locations.length === 0)
  return (
    <div className="grid gap-2">
      {locations.length > 0 && (
        <div className="flex items-center gap-2">
          <MapPin aria-hidden className="size-5 shrink-0 text-ink-muted" />
          <Select
            aria-label="Location"
            className="min-w-0 flex-1"
            value={isStateShown ? otherState : (place?.locationId ?? '')}
            placeholder="Choose your location"
            options={[
              ...locations.map(({ id, name, state }) => ({ value: id, label: `${name}, ${state}` })),
              { value: otherState, label: 'Ship to another state' },
            ]}
            onChange={({ target: { value } }) => {
              setOther(value === otherState)
              choose(value === otherState ? '' : value)
            }}
          />
        </div>
      )}
      {isStateShown && (
        <Select
          aria-label="State"
          value={isState ? place?.state : ''}
          placeholder="Choose a state"
          options={stateOptions}
          onChange={({ target: { value } }) => choose(value)}
        />
      )}
      {isLoaded && locations.length === 0 && isManager && (
        <p className="text-ink-muted">
          <TextLink to="/business/profile?tab=review">Add your locations</TextLink> to choose them here.
        </p>
      )}
    </div>
  )
}
