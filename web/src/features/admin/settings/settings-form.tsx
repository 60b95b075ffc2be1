import {
  listSettings,
  type Setting,
  type SettingGroup,
  type SettingKey,
  type SettingUpdate,
  settingDefinitions,
  settingForm,
  settingKeys,
  settingPath,
  settingValues,
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

type Values = Partial<Record<SettingKey, Setting['value']>>

const query = routeQuery(listSettings, {})
const idOf = (section: Section) => `settings-${section.name}`

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
    return <Checkbox label={label} {...(hint && { hint })} {...register(key)} />
  }
  if (isMultiline) {
    return <FormTextarea name={key} label={label} rows={8} {...(hint && { hint })} />
  }
  const isNumber = typeof fallback === 'number'
  const { schema } = settingDefinitions[key]
  const bounds = 'minValue' in schema && `From ${inWords(schema.minValue)} to ${inWords(schema.maxValue)}.`
  const standard = fallback === '' ? undefined : `Default: ${inWords(fallback)}.`
  return (
    <FormTextField
      name={key}
      label={label}
      hint={[hint, bounds, standard].filter(Boolean).join(' ')}
      isRequired={fallback !== ''}
      autoComplete="off"
      {...(isNumber && { inputMode: 'numeric' as const })}
    />
  )
}

interface SettingsFormProps {
  settings: readonly Setting[]
  onReload: () => Promise<readonly Setting[] | undefined>
}

/** Holds what the fields show, so that another administrator's change does not replace what is being typed. */
function SettingsForm({ settings, onReload }: SettingsFormProps) {
  const [seen, setSeen] = useState({ settings, times: 0 })

  async function save(typed: Record<string, Record<string, Setting['value']>>) {
    const typedFor = (key: SettingKey) => {
      const [section, name] = settingPath(key)
      return typed[section]?.[name]
    }
    const changed = seen.settings.filter(({ key, value }) => typedFor(key) !== value)
    if (changed.length === 0) return toast.info('There’s nothing to save.')
    const changes: Values = Object.fromEntries(changed.map(({ key }) => [key, typedFor(key)]))
    const before: Values = Object.fromEntries(changed.map(({ key, value }) => [key, value]))
    const saved = await call(updateSettings, { body: { changes, seen: before } as SettingUpdate })
    queryClient.setQueryData(query.queryKey, saved)
    setSeen(({ times }) => ({ settings: saved.settings, times }))
    toast.success('Settings saved.')
  }
  async function reload() {
    try {
      const latest = await onReload()
      if (latest) setSeen(({ times }) => ({ settings: latest, times: times + 1 }))
    } catch (error) {
      toast.error(errorText(error))
    }
  }

  return (
    <ContractForm
      key={seen.times}
      schema={settingForm(settingKeys)}
      defaultValues={settingValues(seen.settings)}
      submitLabel="Save Changes"
      submitClassName="justify-self-start"
      onSubmit={save}
      failureAction={(error) =>
        error instanceof ApiError &&
        error.code === 'conflict' && (
          <Button variant="secondary" size="sm" onClick={() => void reload()}>
            Show current settings
          </Button>
        )
      }
    >
      {sections.map((section) => (
        <div key={section.name} id={idOf(section)} className="scroll-mt-20">
          <SectionCard section={section} settings={seen.settings} />
        </div>
      ))}
    </ContractForm>
  )
}

function SectionCard({ section, settings }: { section: Section; settings: readonly Setting[] }) {
  const own = section.fields.flatMap(({ key }) => settings.find((setting) => setting.key === key) ?? [])
  const lastChange = own
    .flatMap(({ updatedAt }) => updatedAt ?? [])
    .sort()
    .at(-1)
  return (
    <Card title={section.title} description={section.description}>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        {section.fields.map((field) => (
          <div key={field.key} className={field.isWide && 'sm:col-span-2'}>
            <SettingInput field={field} fallback={own.find(({ key }) => key === field.key)?.fallback} />
          </div>
        ))}
      </div>
      {lastChange && (
        <p className="mt-4 text-xs text-ink-muted">
          Last changed <RelativeTime at={lastChange} />.
        </p>
      )}
    </Card>
  )
}

/** Every setting of the installation: an index, and sections that are saved together. */
export function SettingSections() {
  const { data, error, refetch, isRefetching } = useQuery(query)
  if (!data) {
    if (!error) return <SectionSpinner />
    return <FailedState message={errorText(error)} onRetry={() => void refetch()} isRetrying={isRefetching} />
  }
  return (
    <>
      <nav aria-label="Sections">
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          {sections.map((section) => (
            <li key={section.name}>
              <a href={`#${idOf(section)}`} className="rounded-sm text-accent-ink hover:underline">
                {section.title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <SettingsForm
        settings={data.settings}
        onReload={async () => (await refetch({ throwOnError: true })).data?.settings}
      />
    </>
  )
}

interface SettingField {
  key: SettingKey
  label: string
  hint?: string
  isWide?: true
  isMultiline?: true
}

interface Section {
  name: string
  title: string
  description: string
  fields: readonly SettingField[]
}

/** What belongs together is shown together. */
const groups: Readonly<Record<SettingGroup, Omit<Section, 'fields' | 'name'>>> = {
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
  email: {
    title: 'Emails',
    description: 'All times in emails are of one time zone, and name it.',
  },
  support: {
    title: 'Support',
    description: 'Shown on the Contact page.',
  },
  chat: {
    title: 'Live support',
    description: 'What agents use in Chat Management.',
  },
  audits: {
    title: 'Audits',
    description: 'What estimates are made with.',
  },
  about: {
    title: 'About page',
    description: 'The four figures on the About page.',
  },
}

/** Each setting stands in the section that its key begins with. */
export const sections: readonly Section[] = Object.entries(groups).map(([group, section]) => ({
  ...section,
  name: group,
  fields: settingKeys
    .filter((key) => key.startsWith(`${group}.`))
    .map((key): SettingField => ({ key, ...settingDefinitions[key] })),
}))
