import {
  listSettings,
  type Setting,
  type SettingKey,
  type SettingUpdate,
  settingDefinitions,
  settingForm,
  updateSettings,
} from '@exempta/contract/settings'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { call } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { errorText } from '../../lib/error-text.ts'
import { queryClient, routeQuery } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ContractForm } from '../../ui/contract-form.tsx'
import { FormTextField } from '../../ui/form-field.tsx'
import { toast } from '../../ui/toast.ts'
import type { Section, SettingField } from './sections.ts'

interface SectionFormProps {
  section: Section
  settings: readonly Setting[]
  onSaved: (settings: readonly Setting[]) => void
  onReload: () => Promise<void>
}

type Values = Partial<Record<SettingKey, Setting['value']>>

const nameOf = (key: SettingKey) => key.slice(key.indexOf('.') + 1)
const query = routeQuery(listSettings, {})

export function SectionForm({ section, settings, onSaved, onReload }: SectionFormProps) {
  const [isOverrun, setOverrun] = useState(false)
  const keys = section.fields.map(({ key }) => key)
  const shown = settings.filter(({ key }) => keys.includes(key))

  async function save(typed: Record<string, Setting['value']>) {
    const changed = shown.filter(({ key, value }) => typed[nameOf(key)] !== value)
    if (changed.length === 0) return toast.info('Nothing was changed.')
    const changes: Values = Object.fromEntries(changed.map(({ key }) => [key, typed[nameOf(key)]]))
    const seen: Values = Object.fromEntries(changed.map(({ key, value }) => [key, value]))
    try {
      const saved = await call(updateSettings, { body: { changes, seen } as SettingUpdate })
      queryClient.setQueryData(query.queryKey, saved)
      onSaved(saved.settings)
      toast.success(`${section.title}: saved.`)
    } catch (error) {
      setOverrun(error instanceof ApiError && error.code === 'conflict')
      throw error
    }
  }
  return (
    <div className="grid gap-4">
      <ContractForm
        schema={settingForm(keys)}
        defaultValues={Object.fromEntries(shown.map(({ key, value }) => [nameOf(key), value]))}
        submitLabel="Save Changes"
        submitClassName="justify-self-start"
        onSubmit={save}
      >
        <div className="grid items-start gap-5 sm:grid-cols-2">
          {section.fields.map((field) => (
            <div key={field.key} className={field.isWide && 'sm:col-span-2'}>
              <SettingInput field={field} fallback={shown.find(({ key }) => key === field.key)?.fallback} />
            </div>
          ))}
        </div>
      </ContractForm>
      {isOverrun && (
        <Button
          variant="secondary"
          className="justify-self-start"
          onClick={() => void onReload().catch((error: unknown) => toast.error(errorText(error)))}
        >
          Show what is set now
        </Button>
      )}
    </div>
  )
}

const inWords = (value: Setting['value'] | undefined | null) => (value ?? '').toLocaleString()

function SettingInput({
  field: { key, label, hint },
  fallback,
}: {
  field: SettingField
  fallback: Setting['value'] | undefined
}) {
  const { register } = useFormContext()
  if (typeof fallback === 'boolean') {
    return <Checkbox label={label} {...(hint && { hint })} {...register(nameOf(key))} />
  }
  const isNumber = typeof fallback === 'number'
  const { schema } = settingDefinitions[key]
  const bounds = 'minValue' in schema && `From ${inWords(schema.minValue)} to ${inWords(schema.maxValue)}.`
  const standard = fallback === '' ? undefined : `Normally ${inWords(fallback)}.`
  return (
    <FormTextField
      name={nameOf(key)}
      label={label}
      hint={[hint, bounds, standard].filter(Boolean).join(' ')}
      isRequired={fallback !== ''}
      autoComplete="off"
      {...(isNumber && { inputMode: 'numeric' as const })}
    />
  )
}
