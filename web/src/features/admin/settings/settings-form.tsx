import {
  listSettings,
  type Setting,
  type SettingGroup,
  type SettingKey,
  type SettingUpdate,
  settingDefinitions,
  settingForm,
  settingKeys,
  updateSettings,
} from '@exempta/contract/admin/settings'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { call } from '../../../lib/api.ts'
import { ApiError, errorText } from '../../../lib/api-error.ts'
import { queryClient, routeQuery } from '../../../lib/query.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { ContractForm } from '../../../ui/contract-form.tsx'
import { FormTextarea, FormTextField } from '../../../ui/form-field.tsx'
import { SectionSpinner } from '../../../ui/loading.tsx'
import { FailedState } from '../../../ui/page-states.tsx'
import { RelativeTime } from '../../../ui/text.tsx'
import { toast } from '../../../ui/toast.ts'

interface SectionFormProps {
  section: Section
  settings: readonly Setting[]
  onSaved: (settings: readonly Setting[]) => void
  onReload: () => Promise<void>
}

type Values = Partial<Record<SettingKey, Setting['value']>>

const nameOf = (key: SettingKey) => key.slice(key.indexOf('.') + 1)
const query = routeQuery(listSettings, {})

function SectionForm({ section, settings, onSaved, onReload }: SectionFormProps) {
  const [isOverrun, setOverrun] = useState(false)
  const keys = section.fields.map(({ key }) => key)
  const shown = settings.filter(({ key }) => keys.includes(key))

  async function save(typed: Record<string, Setting['value']>) {
    const changed = shown.filter(({ key, value }) => typed[nameOf(key)] !== value)
    if (changed.length === 0) return toast.info('There’s nothing to save.')
    const changes: Values = Object.fromEntries(changed.map(({ key }) => [key, typed[nameOf(key)]]))
    const seen: Values = Object.fromEntries(changed.map(({ key, value }) => [key, value]))
    try {
      const saved = await call(updateSettings, { body: { changes, seen } as SettingUpdate })
      queryClient.setQueryData(query.queryKey, saved)
      onSaved(saved.settings)
      toast.success(`${section.title} saved.`)
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
          Show current settings
        </Button>
      )}
    </div>
  )
}

const inWords = (value: Setting['value'] | undefined | null) => (value ?? '').toLocaleString()

function SettingInput({
  field: { key, label, hint, isMultiline },
  fallback,
}: {
  field: SettingField
  fallback: Setting['value'] | undefined
}) {
  const { register } = useFormContext()
  if (typeof fallback === 'boolean') {
    return <Checkbox label={label} {...(hint && { hint })} {...register(nameOf(key))} />
  }
  if (isMultiline) {
    return <FormTextarea name={nameOf(key)} label={label} rows={8} {...(hint && { hint })} />
  }
  const isNumber = typeof fallback === 'number'
  const { schema } = settingDefinitions[key]
  const bounds = 'minValue' in schema && `From ${inWords(schema.minValue)} to ${inWords(schema.maxValue)}.`
  const standard = fallback === '' ? undefined : `Default: ${inWords(fallback)}.`
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

interface SectionCardProps {
  section: Section
  settings: readonly Setting[]
  onReload: () => Promise<readonly Setting[] | undefined>
}

/** Holds what the fields show, so that another administrator's change does not replace what is being typed. */
function SectionCard({ section, settings, onReload }: SectionCardProps) {
  const [seen, setSeen] = useState({ settings, times: 0 })
  const changes = section.fields.flatMap(
    ({ key }) => seen.settings.find((setting) => setting.key === key)?.updatedAt ?? [],
  )
  const lastChange = changes.sort().at(-1)
  async function reload() {
    const latest = await onReload()
    if (latest) setSeen(({ times }) => ({ settings: latest, times: times + 1 }))
  }
  return (
    <Card title={section.title} description={section.description}>
      <SectionForm
        key={seen.times}
        section={section}
        settings={seen.settings}
        onSaved={(saved) => setSeen(({ times }) => ({ settings: saved, times }))}
        onReload={reload}
      />
      {lastChange && (
        <p className="mt-4 text-xs text-ink-muted">
          Last changed <RelativeTime at={lastChange} />.
        </p>
      )}
    </Card>
  )
}

/** Every setting of the installation, in sections that are saved one by one. */
export function SettingSections() {
  const { data, error, refetch, isRefetching } = useQuery(query)
  if (!data) {
    if (!error) return <SectionSpinner />
    return <FailedState message={errorText(error)} onRetry={() => void refetch()} isRetrying={isRefetching} />
  }
  return sections.map((section) => (
    <SectionCard
      key={section.title}
      section={section}
      settings={data.settings}
      onReload={async () => (await refetch({ throwOnError: true })).data?.settings}
    />
  ))
}

interface SettingField {
  key: SettingKey
  label: string
  hint?: string
  isWide?: true
  isMultiline?: true
}

interface Section {
  title: string
  description: string
  fields: readonly SettingField[]
}

/** What belongs together is saved together. */
const groups: Readonly<Record<SettingGroup, Omit<Section, 'fields'>>> = {
  security: {
    title: 'Two-factor authentication',
    description: 'People who already use it won’t notice. Others must set it up before they can continue.',
  },
  session: {
    title: 'Session times',
    description: 'When people are logged out.',
  },
  quota: {
    title: 'Quotas',
    description:
      'How much each person can keep. People over the limit keep their documents but can’t add more.',
  },
  retention: {
    title: 'Retention',
    description: 'We delete older data every night. Documents follow each owner’s own setting.',
  },
  backups: {
    title: 'Backups',
    description:
      'Older backups are deleted after each new one. A backup still contains what people deleted later.',
  },
  support: {
    title: 'Support',
    description: 'Shown on the Contact page.',
  },
  chat: {
    title: 'Live support',
    description: 'What agents use in Chat Management.',
  },
  about: {
    title: 'About page',
    description: 'The four figures on the About page.',
  },
}

/** Each setting stands in the section that its key begins with. */
export const sections: readonly Section[] = Object.entries(groups).map(([group, section]) => ({
  ...section,
  fields: settingKeys
    .filter((key) => key.startsWith(`${group}.`))
    .map((key): SettingField => ({ key, ...settingDefinitions[key] })),
}))
