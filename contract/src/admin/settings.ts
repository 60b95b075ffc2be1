import { z } from 'zod'
import { anyone, only } from '../access.ts'
import { accountLimits } from '../accounts/limits.ts'
import { Phone } from '../businesses/profile.ts'
import { documentLimits } from '../documents/limits.ts'
import { dayMs, hourMs, minuteMs } from '../durations.ts'
import { liveLimits } from '../live-limits.ts'
import { EmailAddress } from '../people.ts'
import { defineRoute } from '../route.ts'
import { ExactLine, ExactLines } from '../text.ts'
import { texts } from '../texts.ts'
import { TimeZone } from '../time-zone.ts'
import { emailKeepingLimits } from './limits.ts'

const tag = 'Settings'
const megabyte = 1024 ** 2

/** What an administrator can change while the product runs. Everything else is configuration or a limit. */
interface SettingDefinition {
  readonly schema: z.ZodType<string | number | boolean>
  readonly fallback: string | number | boolean
  /** `everybody`: also readable by visitors who are not logged in. */
  readonly readBy: 'everybody' | 'administrators'
  /** For readers of the API and of the audit log. */
  readonly about: string
  /** In the form of the administrator, in the section that the key begins with. */
  readonly label: string
  readonly hint?: string
  /** Takes a row to itself: its text or its hint is long. */
  readonly isWide?: true
  /** A text of several lines. */
  readonly isMultiline?: true
}

const wholeNumber = (from: number, to: number) =>
  z
    .int(`Please enter a whole number from ${from} to ${to}`)
    .min(from, `Please enter a whole number from ${from} to ${to}`)
    .max(to, `Please enter a whole number from ${from} to ${to}`)
/** As in “TX 6.25”. */
export const taxRateLine = /^([A-Z]{2})\s+(\d{1,2}(?:\.\d{1,4})?)\s*%?$/
const TaxRates = ExactLines(2000, { missing: 'Please enter a rate' }).refine(
  (text) => text.split('\n').every((line) => taxRateLine.test(line.trim()) || line.trim() === ''),
  'Write one rate per line, such as TX 6.25',
)
const claim = ExactLine(20, { missing: 'Please enter some text' })

export const settingDefinitions = {
  'session.idleMinutes': {
    schema: wholeNumber(5, 24 * 60),
    fallback: accountLimits.sessionIdleMs / minuteMs,
    readBy: 'administrators',
    about: 'Minutes without activity before people are logged out',
    label: 'Minutes without activity',
  },
  'session.absoluteHours': {
    schema: wholeNumber(1, 24 * 7),
    fallback: accountLimits.sessionAbsoluteMs / hourMs,
    readBy: 'administrators',
    about: 'Hours after which people must log in again, even if they’re active',
    label: 'Hours, even with activity',
  },
  'security.requireTwoFactorForAdmins': {
    schema: z.boolean(),
    fallback: false,
    readBy: 'administrators',
    about: 'Administrators must use two-factor authentication',
    label: 'Require it for administrators',
    isWide: true,
  },
  'security.requireTwoFactorForManagers': {
    schema: z.boolean(),
    fallback: false,
    readBy: 'administrators',
    about: 'Business managers must use two-factor authentication',
    label: 'Require it for business managers',
    isWide: true,
  },
  'quota.documents': {
    schema: wholeNumber(1, 100_000),
    fallback: documentLimits.documentsKept,
    readBy: 'administrators',
    about: 'Documents each person can keep',
    label: 'Documents',
  },
  'quota.megabytes': {
    schema: wholeNumber(10, 1_000_000),
    fallback: documentLimits.documentsKeptBytes / megabyte,
    readBy: 'administrators',
    about: 'Megabytes of documents each person can keep',
    label: 'Megabytes',
  },
  'retention.networkAddressDays': {
    schema: wholeNumber(30, 3650),
    fallback: accountLimits.networkAddressesKeptMs / dayMs,
    readBy: 'administrators',
    about:
      'Days the audit log keeps network addresses; a month is deleted as a whole, once its last day is this old',
    label: 'Days to keep network addresses in the audit log',
    hint: 'The entries themselves are kept. Addresses are deleted a month at a time, once its last day is this old.',
    isWide: true,
  },
  'retention.notificationDays': {
    schema: wholeNumber(7, 3650),
    fallback: liveLimits.notificationsKeptMs / dayMs,
    readBy: 'administrators',
    about: 'Days notifications are kept',
    label: 'Days to keep notifications',
    isWide: true,
  },
  'retention.mailDays': {
    schema: wholeNumber(emailKeepingLimits.emailSecretsKeptMs / dayMs, 365),
    fallback: emailKeepingLimits.emailKeptMs / dayMs,
    readBy: 'administrators',
    about: 'Days emails are kept; a month is deleted as a whole, once its last day is this old',
    label: 'Days of emails',
    hint: 'Emails are deleted a month at a time, once its last day is this old.',
    isWide: true,
  },
  'backups.isDaily': {
    schema: z.boolean(),
    fallback: true,
    readBy: 'administrators',
    about: 'A backup is made every day, if BACKUP_PASSPHRASE is set',
    label: 'Make a backup every day',
    isWide: true,
  },
  'backups.hour': {
    schema: wholeNumber(0, 23),
    fallback: 3,
    readBy: 'administrators',
    about: 'Hour of the day, in UTC, from which the daily backup is made',
    label: 'Hour of the day (UTC)',
  },
  'backups.kept': {
    schema: wholeNumber(1, 90),
    fallback: 7,
    readBy: 'administrators',
    about: 'How many backups are kept; older ones are deleted after each new one',
    label: 'Backups to keep',
  },
  'email.timeZone': {
    schema: TimeZone,
    fallback: 'UTC',
    readBy: 'administrators',
    about: 'The time zone of all times in emails, which name it',
    label: 'Time zone',
    hint: 'Such as America/New_York or America/Chicago.',
    isWide: true,
  },
  'support.email': {
    schema: z.union([z.literal(''), EmailAddress]),
    fallback: '',
    readBy: 'everybody',
    about: 'Where people email support; empty uses the sender of emails or support@ this site',
    label: 'Support address',
    hint: 'Leave empty to use the sender of our emails or support@ followed by this site’s name.',
    isWide: true,
  },
  'support.phone': {
    schema: z.union([z.literal(''), Phone]),
    fallback: '',
    readBy: 'everybody',
    about: 'Where people call support; empty shows no phone number',
    label: 'Support phone',
    hint: 'Leave empty to show none.',
    isWide: true,
  },
  'support.hours': {
    schema: ExactLine(200, { missing: 'Please enter some text' }),
    fallback: 'Mon-Fri 9:00-6:00 EST, Sat 10:00-4:00 EST, Sun closed',
    readBy: 'everybody',
    about: 'Support hours',
    label: 'Hours',
    hint: 'Separate parts with commas.',
    isWide: true,
  },
  'chat.cannedReplies': {
    schema: ExactLines(4000, { missing: 'Please enter at least one reply' }),
    fallback: texts.chat.cannedReplies.join('\n'),
    readBy: 'administrators',
    about: 'Ready-made replies for agents in live support, one per line',
    label: 'Canned replies',
    hint: 'One reply per line.',
    isWide: true,
    isMultiline: true,
  },
  'audits.taxRates': {
    schema: z.union([z.literal(''), TaxRates]),
    fallback: '',
    readBy: 'administrators',
    about: 'General tax rates that replace the published ones in estimates, one per line, such as TX 6.25',
    label: 'Corrected tax rates',
    hint: 'For estimates of what missing certificates may cost. One per line, such as TX 6.25. Leave empty to use the published rates.',
    isWide: true,
    isMultiline: true,
  },
  'about.users': {
    schema: claim,
    fallback: '10K+',
    readBy: 'everybody',
    about: 'The About page’s claim about users',
    label: 'Users',
  },
  'about.documents': {
    schema: claim,
    fallback: '1M+',
    readBy: 'everybody',
    about: 'The About page’s claim about documents',
    label: 'Documents',
  },
  'about.uptime': {
    schema: claim,
    fallback: '99.9%',
    readBy: 'everybody',
    about: 'The About page’s claim about uptime',
    label: 'Uptime',
  },
  'about.support': {
    schema: claim,
    fallback: '24/7',
    readBy: 'everybody',
    about: 'The About page’s claim about support',
    label: 'Support',
  },
  'about.liveFigures': {
    schema: z.boolean(),
    fallback: false,
    readBy: 'everybody',
    about: 'The About page shows live figures for users, documents and uptime instead',
    label: 'Show live figures',
    hint: 'Show counted users, documents and uptime instead of these texts. The support text stays.',
    isWide: true,
  },
} as const satisfies Record<string, SettingDefinition>

export type SettingKey = keyof typeof settingDefinitions
export type SettingGroup = SettingKey extends `${infer Group}.${string}` ? Group : never
export const settingKeys = Object.keys(settingDefinitions) as [SettingKey, ...SettingKey[]]
export type SettingValue<Key extends SettingKey> = z.output<(typeof settingDefinitions)[Key]['schema']>

export const Setting = z.object({
  key: z.enum(settingKeys),
  value: z.union([z.string(), z.number(), z.boolean()]),
  fallback: z.union([z.string(), z.number(), z.boolean()]).describe('The value until someone changes it'),
  about: z.string(),
  readBy: z.enum(['everybody', 'administrators']),
  updatedAt: z.iso.datetime().nullable().describe('Null if never changed'),
})
export type Setting = z.infer<typeof Setting>

type Definitions = typeof settingDefinitions
type PublicKey = {
  [Key in SettingKey]: Definitions[Key]['readBy'] extends 'everybody' ? Key : never
}[SettingKey]

const entries = Object.entries<SettingDefinition>(settingDefinitions)
const changeable = Object.fromEntries(entries.map(([key, { schema }]) => [key, schema.optional()])) as {
  [Key in SettingKey]: z.ZodOptional<Definitions[Key]['schema']>
}
// Responses are checked only for their type and not cleaned like input.
const kinds = { string: z.string(), number: z.number(), boolean: z.boolean() }
type KindOf<Value> = Value extends boolean ? z.ZodBoolean : Value extends number ? z.ZodNumber : z.ZodString
const readable = Object.fromEntries(
  entries
    .filter(([, { readBy }]) => readBy === 'everybody')
    .map(([key, { fallback }]) => [key, kinds[typeof fallback as keyof typeof kinds]]),
) as { [Key in PublicKey]: KindOf<SettingValue<Key>> }

export const PublicSettings = z.object(readable)
export type PublicSettings = z.output<typeof PublicSettings>

/** The settings to change with their new values; all others stay as they are. */
export const SettingChanges = z
  .strictObject(changeable)
  .refine((changes) => Object.keys(changes).length > 0, 'Please name at least one setting')
export type SettingChanges = z.output<typeof SettingChanges>

const AnyValue = z.union([z.string(), z.number(), z.boolean()])

/**
 * `seen` holds the values that the page showed: a change is refused if another administrator has changed them
 * since.
 */
export const SettingUpdate = z
  .strictObject({ changes: SettingChanges, seen: z.partialRecord(z.enum(settingKeys), AnyValue) })
  .refine(({ changes, seen }) => Object.keys(changes).every((key) => key in seen), {
    message: 'Please include the value you saw for each setting',
    path: ['seen'],
  })
export type SettingUpdate = z.output<typeof SettingUpdate>

/** The two parts of a key: its section and its name there. */
export const settingPath = (key: SettingKey) => key.split('.') as [SettingGroup, string]

/** A form schema for some settings, so that a field's name is the setting's key; number fields deliver text. */
export function settingForm(keys: readonly SettingKey[]) {
  const sections: Record<string, Record<string, z.ZodType<string | number | boolean>>> = {}
  for (const key of keys) {
    const [section, name] = settingPath(key)
    const { schema, fallback } = settingDefinitions[key]
    sections[section] ??= {}
    sections[section][name] = typeof fallback === 'number' ? z.preprocess(asNumber, schema) : schema
  }
  return z.object(
    Object.fromEntries(Object.entries(sections).map(([section, shape]) => [section, z.object(shape)])),
  )
}

/** The values of such a form. */
export function settingValues(settings: readonly Pick<Setting, 'key' | 'value'>[]) {
  const sections: Record<string, Record<string, Setting['value']>> = {}
  for (const { key, value } of settings) {
    const [section, name] = settingPath(key)
    sections[section] ??= {}
    sections[section][name] = value
  }
  return sections
}

const asNumber = (typed: unknown) =>
  typeof typed === 'string' && typed.trim() !== '' ? Number(typed) : typed

export const listSettings = defineRoute({
  method: 'GET',
  path: '/api/admin/settings',
  summary: 'List every setting and its value',
  tag,
  access: only('admin'),
  response: z.object({ settings: z.array(Setting) }),
})

export const updateSettings = defineRoute({
  method: 'PATCH',
  path: '/api/admin/settings',
  summary: 'Change one or more settings, all or none',
  tag,
  access: only('admin'),
  body: SettingUpdate,
  response: z.object({ settings: z.array(Setting) }),
  errors: ['conflict'],
})

export const getPublicSettings = defineRoute({
  method: 'GET',
  path: '/api/settings',
  summary: 'Get the public settings',
  tag,
  access: anyone,
  response: z.object({
    settings: PublicSettings,
    about: z
      .object({ users: z.string(), documents: z.string(), uptime: z.string(), support: z.string() })
      .describe('The About page’s four claims: the texts from the settings, or live figures'),
  }),
})
