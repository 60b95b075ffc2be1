import type { MemberRole } from '@exempta/contract/businesses'
import type { Role } from '@exempta/contract/people'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Call } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { publicLink } from '../../platform/email/links.ts'
import { queueEmail } from '../../platform/email/queue-email.ts'
import type { Services } from '../../platform/services.ts'
import { insertUser, lockPerson, sendVerification } from '../accounts/index.ts'
import { addMember, changeRole, hasOtherManager, lockBusiness } from '../businesses/index.ts'
import { notify } from '../notifications/index.ts'
import { companyLinkedEmail } from './emails.ts'
import {
  findBusinessName,
  findLinked,
  findMembership,
  findPersonByAddress,
  type Identity,
  linkIdentity,
  listTeam,
  lockProvider,
  noteUse,
  type ProviderRow,
} from './queries.ts'
import { type CompanyAccount, type GroupRole, isAllowedDomain, roleOf } from './read-claims.ts'

const reasons = {
  'no-address':
    'Your company account didn’t say what your email address is. Please ask your company’s IT team.',
  domain:
    'Your company account’s email address is at a domain that isn’t allowed here. Please ask a manager of the business.',
  'address-denied': 'Your company says that your email address isn’t confirmed. Confirm it there first.',
  'no-role': 'None of your groups at the company has access to Exempta. Please ask your company’s IT team.',
  'existing-account':
    'There’s already an Exempta account with this email, and we can’t link it. Log in with your password, or ask a manager of the business.',
  'not-a-member': 'You’re no longer on this team. Please ask a manager of the business.',
} as const

/** Recorded, so that managers can be told why someone can't log in. */
export class Refusal extends AppError {
  readonly reason: keyof typeof reasons
  readonly personId: string | undefined
  readonly providerId: string

  constructor(reason: keyof typeof reasons, providerId: string, personId?: string) {
    super('company-login-refused', { text: reasons[reason] })
    this.reason = reason
    this.personId = personId
    this.providerId = providerId
  }
}

/** Finds the account of a person whom the provider vouches for, or makes one, and gives it the role of their groups. */
export async function admit(
  services: Services,
  tx: Transaction,
  call: Call,
  provider: ProviderRow,
  account: CompanyAccount,
): Promise<{ id: string; role: Role }> {
  const at = services.clock.now()
  const identity: Identity = { providerId: provider.id, issuer: provider.issuer, subject: account.subject }
  // Two first logins at once, or a login while a manager changes the team, come one after the other.
  if (provider.business_id) await lockBusiness(tx, provider.business_id)
  // What was asked for with other settings, or before they were turned off, doesn't count.
  const now = await lockProvider(tx, provider.id)
  if (!now?.is_on || now.version !== provider.version) throw new AppError('company-login-failed')
  const linkedId = await findLinked(tx, identity)
  const role = roleOf(provider, account.groups)
  if (!role) throw new Refusal('no-role', provider.id, linkedId)
  if (linkedId) {
    const person = await lockPerson(tx, linkedId)
    if (person?.status !== 'active') throw new AppError('account-not-active')
    await applyRole(services, tx, call, provider, person, role)
    await noteUse(tx, provider.id, linkedId, at)
    return person
  }
  const email = requireAddress(provider, account)
  const known = await findPersonByAddress(tx, email)
  return known
    ? linkAccount(services, tx, call, { provider, account, identity, role, known })
    : createAccount(services, tx, call, { provider, account, identity, role, email })
}

function requireAddress(provider: ProviderRow, { email, isEmailDenied }: CompanyAccount): string {
  if (!email) throw new Refusal('no-address', provider.id)
  if (!isAllowedDomain(provider, email)) throw new Refusal('domain', provider.id)
  if (isEmailDenied) throw new Refusal('address-denied', provider.id)
  return email
}

/** Later logins change the role, except that a business keeps its last manager and its emergency manager. */
async function applyRole(
  services: Services,
  tx: Transaction,
  call: Call,
  provider: ProviderRow,
  person: { id: string; role: Role },
  role: GroupRole,
): Promise<void> {
  if (role === 'administrator') {
    if (person.role !== 'admin') throw new Refusal('not-a-member', provider.id, person.id)
    return
  }
  const member = await findMembership(tx, person.id)
  if (member?.business_id !== provider.business_id || member?.status !== 'active') {
    throw new Refusal('not-a-member', provider.id, person.id)
  }
  if (member.role === role) return
  const business = { id: member.business_id, name: member.business }
  const isNeeded =
    provider.emergency_user_id === person.id || !(await hasOtherManager(tx, business.id, person.id))
  if (role === 'viewer' && isNeeded) return
  await changeRole(services, tx, call, { ...member, business }, role)
}

interface First {
  provider: ProviderRow
  account: CompanyAccount
  identity: Identity
  role: GroupRole
}

/**
 * Links an account of the same team, if both Exempta and the company confirmed the address: otherwise whoever controls
 * either side could take over the other.
 */
async function linkAccount(
  services: Services,
  tx: Transaction,
  call: Call,
  {
    provider,
    account,
    identity,
    role,
    known,
  }: First & { known: NonNullable<Awaited<ReturnType<typeof findPersonByAddress>>> },
): Promise<{ id: string; role: Role }> {
  const at = services.clock.now()
  const isOfTeam =
    role === 'administrator'
      ? known.role === 'admin'
      : known.role === 'business' && known.business_id === provider.business_id
  const isConfirmed = known.email_verified_at !== null && account.isEmailConfirmed
  const person = isOfTeam && isConfirmed ? await lockPerson(tx, known.id) : undefined
  if (!person) throw new Refusal('existing-account', provider.id, known.id)
  if (person.status !== 'active') throw new AppError('account-not-active')
  if (!(await linkIdentity(tx, identity, person.id, at))) {
    throw new Refusal('existing-account', provider.id, person.id)
  }
  await applyRole(services, tx, call, provider, person, role)
  await recordAudit(tx, call, {
    at,
    action: 'single-sign-on.link',
    target: { kind: 'person', id: person.id },
    details: { provider: provider.id },
  })
  const name = provider.business_id ? await findBusinessName(tx, provider.business_id) : undefined
  const help = publicLink(services.publicUrl, '/contact')
  await queueEmail(services, tx, {
    to: person,
    template: companyLinkedEmail,
    data: { business: name ?? 'Exempta administration', at, help },
  })
  await tellManagers(services, tx, provider, {
    title: `${person.name} now logs in with the company account`,
    message: `We linked the account of ${person.name} to the company account with the same confirmed address.`,
  })
  return person
}

/** A new account has no password, and its address is confirmed by its owner like any other. */
async function createAccount(
  services: Services,
  tx: Transaction,
  call: Call,
  { provider, account, identity, role, email }: First & { email: string },
): Promise<{ id: string; role: Role }> {
  const at = services.clock.now()
  const accountRole = role === 'administrator' ? 'admin' : 'business'
  const name = account.name ?? email.slice(0, email.indexOf('@'))
  const id = await insertUser(tx, { name, email, role: accountRole, isEmailVerified: false }, at)
  if (!id) throw new AppError('conflict')
  await linkIdentity(tx, identity, id, at)
  const target = { kind: 'person', id } as const
  await recordAudit(tx, call, {
    at,
    action: 'account.create',
    target,
    details: { role: accountRole, provider: provider.id },
  })
  if (role !== 'administrator' && provider.business_id) {
    await joinTeam(services, tx, call, { businessId: provider.business_id, userId: id, role })
  }
  await tellManagers(services, tx, provider, {
    title: `${name} joined with the company account`,
    message: `${name} logged in for the first time and is now ${role === 'administrator' ? 'an' : 'a'} ${role}.`,
  })
  await sendVerification(services, tx, { id, email })
  return { id, role: accountRole }
}

async function joinTeam(
  services: Services,
  tx: Transaction,
  call: Call,
  member: { businessId: string; userId: string; role: MemberRole },
): Promise<void> {
  await addMember(services, tx, member)
  await recordAudit(tx, call, {
    at: services.clock.now(),
    action: 'member.create',
    target: { kind: 'person', id: member.userId },
    details: { business: member.businessId, role: member.role },
  })
}

async function tellManagers(
  services: Services,
  tx: Transaction,
  { business_id }: ProviderRow,
  words: { title: string; message: string },
): Promise<void> {
  const managers = business_id
    ? (await listTeam(tx, business_id)).filter(
        ({ role, status }) => role === 'manager' && status === 'active',
      )
    : []
  const audiences = business_id
    ? managers.map(({ id }) => ({ kind: 'person', id }) as const)
    : [{ kind: 'role', role: 'admin' } as const]
  const link = business_id ? '/business/team' : '/admin/users'
  for (const audience of audiences) await notify(services, tx, { audience, type: 'users', link, ...words })
}
