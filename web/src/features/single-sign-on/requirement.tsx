import type { SingleSignOn } from '@exempta/contract/single-sign-on'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'

interface RequirementProps {
  settings: SingleSignOn
  provider: NonNullable<SingleSignOn['provider']>
  isSaving: boolean
  onSave: (isRequired: boolean, emergencyPersonId: string | null) => void
}

/** Whether the team may log in only with the company account, and who is the exception. */
export function Requirement({ settings, provider, isSaving, onSave }: RequirementProps) {
  const { candidates } = settings
  const [chosen, setChosen] = useState(provider.emergencyPersonId ?? '')
  const emergency = candidates.find(({ id }) => id === provider.emergencyPersonId)
  return (
    <section className="grid gap-3 border-t border-line pt-4">
      <h3 className="font-semibold">Company account only</h3>
      {provider.isRequired ? (
        <>
          <p className="text-ink-muted">
            {emergency
              ? `Your team can log in only with the company account. ${emergency.name} can still use a password in an emergency.`
              : 'Your team can log in only with the company account, and no one can log in if it fails. Allow passwords again, then choose an emergency manager.'}
          </p>
          <Button
            variant="secondary"
            className="justify-self-start"
            isLoading={isSaving}
            onClick={() => onSave(false, null)}
          >
            Allow passwords again
          </Button>
        </>
      ) : (
        <>
          <p className="text-ink-muted">
            If you require it, your team’s passwords stop working, and people who logged in with one are
            logged out. One manager keeps a password for the day when the company account doesn’t work.
          </p>
          {candidates.length === 0 ? (
            <p>You can’t require it yet: no manager has both a password and a confirmed email address.</p>
          ) : (
            <>
              <Field label="Emergency manager">
                <Select
                  placeholder="Choose a manager"
                  value={chosen}
                  options={candidates.map(({ id, name, email }) => ({
                    value: id,
                    label: `${name} (${email})`,
                  }))}
                  onChange={(event) => setChosen(event.target.value)}
                />
              </Field>
              <Button
                variant="secondary"
                className="justify-self-start"
                disabled={!chosen}
                isLoading={isSaving}
                onClick={() => onSave(true, chosen)}
              >
                Require the company account
              </Button>
            </>
          )}
        </>
      )}
    </section>
  )
}
