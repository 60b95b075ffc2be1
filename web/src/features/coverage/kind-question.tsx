import {
  type Location,
  listLocations,
  type PurchaseKind,
  purchaseKinds,
  purchaseKindWords,
  updateLocation,
} from '@exempta/contract/coverage'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { errorText } from '../../lib/api-error.ts'
import { queryClient, routeQuery } from '../../lib/query.ts'
import { useMembership } from '../../lib/roles.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'

interface KindQuestionProps {
  /** Undefined for a state without a location. */
  location: Location | undefined
  onKind: (kind: PurchaseKind) => void
}

/** Asked once: a manager's answer counts for the location, anyone else's for this device. */
export function KindQuestion({ location, onKind }: KindQuestionProps) {
  const { isManager } = useMembership()
  const [isSaving, setSaving] = useState(false)

  async function choose(kind: PurchaseKind) {
    if (!location || !isManager) return onKind(kind)
    setSaving(true)
    try {
      const { id, name, state } = location
      await call(updateLocation, { params: { id }, body: { name, state, kind } })
      await queryClient.invalidateQueries({ queryKey: routeQuery(listLocations, {}).queryKey })
    } catch (error) {
      toast.error(errorText(error))
    } finally {
      setSaving(false)
    }
  }

  return (
    <fieldset className="grid gap-3 rounded-card border border-line bg-surface p-4">
      <legend className="contents font-medium">
        What do you sell {location ? `in ${location.name}` : 'here'}?
      </legend>
      <p className="text-ink-muted">Rules differ. We ask once, and you can change it for a single sale.</p>
      <div className="flex flex-wrap gap-2">
        {purchaseKinds.map((kind) => (
          <Button
            key={kind}
            variant="secondary"
            size="lg"
            disabled={isSaving}
            onClick={() => void choose(kind)}
          >
            {purchaseKindWords[kind]}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}
