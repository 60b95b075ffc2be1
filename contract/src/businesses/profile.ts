import { z } from 'zod'
import { only } from '../access.ts'
import { accountLimits } from '../accounts/limits.ts'
import { BusinessName, BusinessStatus, MemberRole } from '../businesses.ts'
import { EmailAddress } from '../people.ts'
import { defineRoute } from '../route.ts'
import { ExactLine, ManyLines, orNothing } from '../text.ts'
import { Version } from '../whole-numbers.ts'
import { businessLimits, businessTypes } from './limits.ts'

const tag = 'Business profile'
const member = only('business')

const phoneAdvice = 'Please enter a valid phone number'
const PhoneText = ExactLine(accountLimits.phoneLength, { tooLong: phoneAdvice })
const PhoneNumber = z.string().refine((text) => {
  const isSpelledRight = /^\+?[\d\s().-]+(?:(?:x|ext\.?)\s?\d{1,6})?$/i.test(text)
  const digits = text.replace(/[xe].*$/i, '').replace(/\D/g, '').length
  return isSpelledRight && digits >= accountLimits.phoneMinDigits && digits <= accountLimits.phoneMaxDigits
}, phoneAdvice)

export const Phone = PhoneText.pipe(PhoneNumber)

const Website = z.string().refine((text) => {
  const url = URL.parse(text)
  return (
    url !== null &&
    ['http:', 'https:'].includes(url.protocol) &&
    /^https?:\/\//i.test(text) &&
    url.hostname.includes('.') &&
    url.username === '' &&
    url.password === '' &&
    !/[\s\p{C}]/u.test(text)
  )
}, 'Please enter a web address that starts with http:// or https://')

const taxIdAdvice = 'Please enter an EIN such as 12-3456789'
const TaxIdText = ExactLine(businessLimits.taxIdLength, { tooLong: taxIdAdvice })
/** Accepted with or without the dash, stored as NN-NNNNNNN. */
const TaxId = z
  .string()
  .regex(/^\d{2}-?\d{7}$/, taxIdAdvice)
  .transform((text) => `${text.slice(0, 2)}-${text.slice(-7)}`)

export const BusinessProfile = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  address: z.string().nullable(),
  taxId: z.string().nullable(),
  type: z.enum(businessTypes).nullable(),
  tradeNames: z.array(z.string()).describe('Other names that certificates may be made out to'),
  status: BusinessStatus,
  isVerified: z.boolean().describe('Verified by an administrator'),
  registeredAt: z.iso.datetime(),
  ownRole: MemberRole.describe('Managers can edit; viewers can only read'),
  version: z
    .int()
    .describe('Send it with a change. The change is refused if someone else changed this first.'),
})
export type BusinessProfile = z.infer<typeof BusinessProfile>

export const getBusinessProfile = defineRoute({
  method: 'GET',
  path: '/api/business/profile',
  summary: 'Get your business',
  tag,
  access: member,
  response: BusinessProfile,
  errors: ['not-allowed'],
})

export const BusinessProfileChange = z.strictObject({
  version: Version,
  name: BusinessName,
  email: EmailAddress,
  phone: orNothing(PhoneText).pipe(PhoneNumber.nullable()),
  website: orNothing(ExactLine(businessLimits.websiteLength)).pipe(Website.nullable()),
  address: orNothing(ManyLines(businessLimits.businessAddressLength)),
  taxId: orNothing(TaxIdText).pipe(TaxId.nullable()),
  type: z.enum(businessTypes, 'Please choose a business type').nullable(),
  tradeNames: z
    .array(BusinessName)
    .max(businessLimits.tradeNames, `Please enter at most ${businessLimits.tradeNames} names`)
    .optional()
    .describe('Other names that certificates may be made out to. Without it, they stay as they are.'),
})
export type BusinessProfileChange = z.output<typeof BusinessProfileChange>

/**
 * Changing the name or tax ID of a verified business resets its verification, because what was checked has
 * changed.
 */
export const updateBusinessProfile = defineRoute({
  method: 'PUT',
  path: '/api/business/profile',
  summary: 'Edit your business (managers)',
  tag,
  access: member,
  body: BusinessProfileChange,
  freeText: ['name', 'phone', 'address', 'tradeNames'],
  response: BusinessProfile,
  errors: ['not-allowed', 'conflict'],
})

/**
 * Which emails each member wants; all of them by default. The notifications panel always shows everything.
 */
export const BusinessEmailPreferences = z.strictObject({
  newDocuments: z.boolean(),
  documentUpdates: z.boolean().describe('No longer shared, or changed after review'),
  weeklySummary: z.boolean(),
  expirations: z.boolean().default(true).describe('Certificates that expire in 10 days or today'),
})
export type BusinessEmailPreferences = z.infer<typeof BusinessEmailPreferences>

export const getBusinessEmailPreferences = defineRoute({
  method: 'GET',
  path: '/api/business/preferences',
  summary: 'Get your email preferences for your business',
  tag,
  access: member,
  response: BusinessEmailPreferences,
  errors: ['not-allowed'],
})

export const updateBusinessEmailPreferences = defineRoute({
  method: 'PUT',
  path: '/api/business/preferences',
  summary: 'Change your email preferences for your business',
  tag,
  access: member,
  body: BusinessEmailPreferences,
  response: BusinessEmailPreferences,
  errors: ['not-allowed'],
})
