import type { MemberRole } from '@exempta/contract/businesses'
import { EmailAddress, PersonName } from '@exempta/contract/people'
import { limits } from './limits.ts'
import type { ProviderRow } from './queries.ts'

/** What a checked ID token says about a person. */
export interface CompanyAccount {
  subject: string
  /** The provider's session, to be named when it ends. */
  session: string | null
  email: string | undefined
  isEmailConfirmed: boolean
  isEmailDenied: boolean
  name: string | undefined
  groups: string[]
  hasFactor: boolean
}

type Claims = Readonly<Record<string, unknown>> & { readonly sub: string }

/** The provider vouches for the claims, but people can write some of them, so each is cleaned like typed text. */
export function readClaims(claims: Claims, groupClaim: string): CompanyAccount {
  const email = EmailAddress.safeParse(claims.email)
  const groups = claims[groupClaim]
  return {
    subject: claims.sub,
    session: typeof claims.sid === 'string' ? claims.sid.slice(0, 255) : null,
    email: email.data,
    isEmailConfirmed: email.success && claims.email_verified === true,
    isEmailDenied: claims.email_verified === false || claims.email_verified === 'false',
    name: PersonName.safeParse(claims.name).data,
    groups: (Array.isArray(groups) ? groups : [groups])
      .filter((group) => typeof group === 'string')
      .slice(0, limits.claimedGroups),
    hasFactor: usedSecondFactor(claims),
  }
}

/** Values of `acr` that are defined as several factors. Others mean what each provider says they do. */
const multiFactorContexts = new Set([
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
  'https://refeds.org/profile/mfa',
])

/** Only what is said outright: `mfa` (RFC 8176), or a class that is defined as several factors. */
const usedSecondFactor = ({ amr, acr }: Claims): boolean =>
  (Array.isArray(amr) && amr.includes('mfa')) || (typeof acr === 'string' && multiFactorContexts.has(acr))

export const isAllowedDomain = ({ domains }: Pick<ProviderRow, 'domains'>, email: string): boolean =>
  domains.includes(email.slice(email.lastIndexOf('@') + 1))

export type GroupRole = MemberRole | 'administrator'

/** The role that the groups give, or undefined if they give none. */
export function roleOf(
  provider: Pick<ProviderRow, 'business_id' | 'manager_groups' | 'viewer_groups'>,
  groups: readonly string[],
): GroupRole | undefined {
  const isIn = (allowed: readonly string[]) => groups.some((group) => allowed.includes(group))
  if (provider.business_id === null) return isIn(provider.manager_groups) ? 'administrator' : undefined
  if (isIn(provider.manager_groups)) return 'manager'
  return provider.viewer_groups.length === 0 || isIn(provider.viewer_groups) ? 'viewer' : undefined
}
