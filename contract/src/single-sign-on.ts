import { z } from 'zod'
import { anyone, only } from './access.ts'
import { SignInAnswer } from './accounts.ts'
import { MemberRole } from './businesses.ts'
import { EmailAddress } from './people.ts'
import { defineRoute } from './route.ts'
import { ExactLine } from './text.ts'
import { largestInteger, Version } from './whole-numbers.ts'

const tag = 'Single sign-on'

const limits = {
  addressLength: 300,
  clientIdLength: 300,
  secretLength: 500,
  domains: 20,
  domainLength: 253,
  groups: 50,
  groupLength: 200,
  claimLength: 100,
  /** What a provider sends back in the address of our page. */
  answerLength: 8000,
  /** A logout token of a provider. */
  tokenLength: 16_000,
} as const

/** The provider of the administrators; the one of a business has the ID of the business. */
export const administratorsProviderId = '00000000-0000-0000-0000-000000000000'

const providerParams = z.object({ id: z.uuid() })

const Domain = ExactLine(limits.domainLength)
  .transform((domain) => domain.toLowerCase().replace(/^@/, ''))
  .pipe(z.string().regex(z.regexes.domain, 'Please enter a domain such as example.com'))

const Group = ExactLine(limits.groupLength, { missing: 'Please enter a group' })
const groups = z.array(Group).max(limits.groups, `Please enter at most ${limits.groups} groups`)

const Issuer = ExactLine(limits.addressLength, { missing: 'Please enter the issuer’s address' }).pipe(
  z
    .url({ protocol: /^https?$/, error: 'Please enter a web address such as https://login.example.com' })
    .refine(
      (address) => !/[?#]|\/\.well-known\//.test(address),
      'Please enter the issuer alone, without “?”, “#” or “/.well-known/”',
    ),
)

export const SingleSignOnInput = z.strictObject({
  version: z
    .int()
    .min(0)
    .max(largestInteger)
    .describe('The version the page showed, or 0 if nothing was saved yet'),
  issuer: Issuer,
  clientId: ExactLine(limits.clientIdLength, { missing: 'Please enter the client ID' }),
  clientSecret: z
    .string()
    .max(limits.secretLength, `Please use at most ${limits.secretLength} characters`)
    .nullable()
    .describe('Null keeps the saved secret'),
  domains: z
    .array(Domain)
    .min(1, 'Please enter at least one domain')
    .max(limits.domains, `Please enter at most ${limits.domains} domains`),
  groupClaim: ExactLine(limits.claimLength, { missing: 'Please enter the name of the claim' }),
  managerGroups: groups.describe('Who becomes a manager, or an administrator'),
  viewerGroups: groups.describe('Who becomes a viewer; empty for everyone else. Not for administrators.'),
})
export type SingleSignOnInput = z.infer<typeof SingleSignOnInput>

const Provider = z.object({
  version: z.int(),
  issuer: z.string(),
  clientId: z.string(),
  domains: z.array(z.string()),
  groupClaim: z.string(),
  managerGroups: z.array(z.string()),
  viewerGroups: z.array(z.string()),
  isOn: z.boolean(),
  isRequired: z.boolean().describe('Whether the team can log in only with the company account'),
  emergencyPersonId: z
    .guid()
    .nullable()
    .describe('The manager who can still log in with a password when the company account is required'),
  triedAt: z.iso
    .datetime()
    .nullable()
    .describe('When someone last tried the connection successfully; null after it changed'),
})

export const SingleSignOn = z.object({
  provider: Provider.nullable(),
  redirectAddress: z.string().describe('To enter at the provider as redirect URI'),
  logoutAddress: z.string().describe('To enter at the provider as back-channel logout URI'),
  candidates: z
    .array(z.object({ id: z.uuid(), name: z.string(), email: z.string() }))
    .describe('Managers who can be the emergency manager: they have a password and a confirmed address'),
})
export type SingleSignOn = z.infer<typeof SingleSignOn>

const SingleSignOnSwitch = z.strictObject({
  version: Version,
  isOn: z.boolean(),
  isRequired: z.boolean(),
  emergencyPersonId: z.uuid().nullable(),
})

const Started = z.object({ url: z.string().describe('The provider’s page to open') })

const settingsOf = <const Area extends 'business' | 'admin'>(area: Area, whose: string) => ({
  get: defineRoute({
    method: 'GET',
    path: `/api/${area}/single-sign-on`,
    summary: `Get the single sign-on settings of ${whose}`,
    tag,
    access: only(area),
    response: SingleSignOn,
    errors: ['not-allowed'],
  }),
  update: defineRoute({
    method: 'PUT',
    path: `/api/${area}/single-sign-on`,
    summary: `Save the connection to the identity provider of ${whose}. It has to be off.`,
    tag,
    access: only(area),
    body: SingleSignOnInput,
    response: SingleSignOn,
    errors: ['not-allowed', 'conflict'],
  }),
  switch: defineRoute({
    method: 'PUT',
    path: `/api/${area}/single-sign-on/state`,
    summary: `Turn single sign-on of ${whose} on or off. Before it can be on, someone has to try it.`,
    tag,
    access: only(area),
    body: SingleSignOnSwitch,
    response: SingleSignOn,
    errors: ['not-allowed', 'conflict', 'not-found'],
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: `/api/${area}/single-sign-on`,
    summary: `Remove single sign-on of ${whose}, and log out who came with it`,
    tag,
    access: only(area),
    response: 'nothing',
    errors: ['not-allowed', 'conflict', 'not-found'],
  }),
  try: defineRoute({
    method: 'POST',
    path: `/api/${area}/single-sign-on/trials`,
    summary: `Try single sign-on of ${whose}. It logs no one in.`,
    tag,
    access: only(area),
    response: Started,
    errors: ['not-allowed', 'not-found', 'provider-not-reachable'],
  }),
})

const business = settingsOf('business', 'your business')
export const getBusinessSingleSignOn = business.get
export const updateBusinessSingleSignOn = business.update
export const switchBusinessSingleSignOn = business.switch
export const removeBusinessSingleSignOn = business.remove
export const tryBusinessSingleSignOn = business.try

const admin = settingsOf('admin', 'the administrators')
export const getAdminSingleSignOn = admin.get
export const updateAdminSingleSignOn = admin.update
export const switchAdminSingleSignOn = admin.switch
export const removeAdminSingleSignOn = admin.remove
export const tryAdminSingleSignOn = admin.try

export const findCompanyLogins = defineRoute({
  method: 'POST',
  path: '/api/company-logins',
  summary:
    'Find whose company account an email address can log in with. Only its domain counts, so the answer doesn’t reveal who has an account.',
  tag,
  access: anyone,
  body: z.strictObject({ email: EmailAddress }),
  response: z.object({ logins: z.array(z.object({ id: z.uuid(), name: z.string() })) }),
})

export const startCompanyLogin = defineRoute({
  method: 'POST',
  path: '/api/company-logins/:id',
  summary: 'Start logging in with a company account',
  tag,
  access: anyone,
  params: providerParams,
  response: Started,
  errors: ['not-found', 'provider-not-reachable'],
})

export const TriedLogin = z.object({
  email: z.string().nullable(),
  isEmailConfirmed: z.boolean().describe('Whether the provider says that the address is confirmed'),
  isDomainAllowed: z.boolean(),
  groups: z.array(z.string()),
  role: z
    .enum([...MemberRole.options, 'administrator'])
    .nullable()
    .describe('Null if none of the groups has a role'),
  hasSecondFactor: z.boolean().describe('Whether the provider says that a second factor was used'),
})
export type TriedLogin = z.infer<typeof TriedLogin>

export const finishCompanyLogin = defineRoute({
  method: 'POST',
  path: '/api/company-logins/:id/complete',
  summary: 'Finish logging in with what the provider sent back, in the browser that started',
  tag,
  access: anyone,
  throttle: 'guess',
  params: providerParams,
  body: z.strictObject({
    response: z
      .string()
      .max(limits.answerLength)
      .describe('The query of the address that the provider opened'),
  }),
  response: z.discriminatedUnion('next', [
    ...SignInAnswer.options,
    z.object({ next: z.literal('tried'), area: z.enum(['business', 'admin']), tried: TriedLogin }),
  ]),
  errors: [
    'company-login-failed',
    'company-login-refused',
    'provider-not-reachable',
    'account-not-active',
    'address-not-allowed',
    'too-many-requests',
  ],
})

export const logOutOfCompany = defineRoute({
  method: 'POST',
  path: '/api/company-logins/:id/logout',
  summary: 'Back-channel logout: the provider ends the sessions of a person or one session',
  tag,
  access: anyone,
  isFromProgram: true,
  params: providerParams,
  body: z.object({ logout_token: z.string().max(limits.tokenLength) }),
  response: 'nothing',
  errors: ['malformed-request', 'provider-not-reachable'],
})
