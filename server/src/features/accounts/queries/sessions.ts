import type { BusinessStatus, MemberRole, MemberStatus } from '@exempta/contract/businesses'
import type { Role, UserStatus } from '@exempta/contract/people'
import { administratorsProviderId } from '@exempta/contract/single-sign-on'
import { CompiledQuery, sql } from 'kysely'
import { systemActor } from '../../../platform/db/actor.ts'
import { batchLookups } from '../../../platform/db/batch-lookups.ts'
import type { Database, Transaction } from '../../../platform/db/database.ts'
import type { Row } from '../../../platform/db/schema.ts'
import { networkAddress } from '../../../platform/network-address.ts'

export type SessionStage = Row<'sessions'>['stage']

interface OwnSession {
  id: string
  stage: SessionStage
  created_at: Date
  last_seen_at: Date
  user_id: string
  name: string
  email: string
  role: Role
  status: UserStatus
  is_email_verified: boolean
  is_first_login: boolean
  is_name_confirmed: boolean
  has_temporary_password: boolean
  has_two_factor: boolean
  /** The networks this person may connect from; null if there is no restriction. */
  allowed_ranges: string[] | null
  sign_on_provider_id: string | null
  sign_on_subject: string | null
  sign_on_session: string | null
  has_provider_factor: boolean
  /** Whether the person may use a session that began like this one. */
  is_login_allowed: boolean | null
}

interface Membership {
  business_id: string
  business_name: string
  business_status: BusinessStatus
  member_role: MemberRole
  member_status: MemberStatus
}

export type SessionRow = OwnSession & (Membership | { [Column in keyof Membership]: null })

/**
 * Plain SQL because it runs on every request, and building the query would cost as much as running it. A session that
 * came from the provider of a business counts only while the person is on its team, and one with a password not while
 * the business requires its company account: so nothing that changes either has to look for sessions.
 */
const sessionsWhere = (condition: string) => `
  select s.token_hash, s.id, s.stage, s.created_at, s.last_seen_at,
    u.id as user_id, u.name, u.email, u.role, u.status,
    u.email_verified_at is not null as is_email_verified, u.previous_login_at is null as is_first_login,
    u.name_confirmed_at is not null as is_name_confirmed,
    coalesce(p.is_temporary, false) as has_temporary_password,
    t.enabled_at is not null as has_two_factor,
    b.id as business_id, b.name as business_name, b.status as business_status,
    m.role as member_role, m.status as member_status,
    case u.role
      when 'admin' then (select ranges::text[] from admin_ip_list)
      when 'business' then (select ranges::text[] from business_ip_lists where business_id = m.business_id)
    end as allowed_ranges,
    s.sign_on_provider_id, s.sign_on_subject, s.sign_on_session, s.has_provider_factor,
    case
      when s.sign_on_provider_id is null then not exists (
        select from sign_on_providers o
        where o.id = m.business_id and o.is_required and o.emergency_user_id is distinct from u.id)
      when u.role = 'admin' then s.sign_on_provider_id = '${administratorsProviderId}'
      else u.role = 'business' and m.status = 'active' and s.sign_on_provider_id = m.business_id
    end as is_login_allowed
  from sessions s
    join users u on u.id = s.user_id
    left join passwords p on p.user_id = u.id
    left join two_factor t on t.user_id = u.id
    left join business_users m on m.user_id = u.id
    left join businesses b on b.id = m.business_id
  where s.token_hash ${condition}`

const askedAtOnce = 16
const sessionByToken = sessionsWhere('= $1')
// A fixed number of placeholders: for an array the server would plan each query anew, expecting ten rows
// instead of two.
const sessionsByTokens = sessionsWhere(`in (${Array.from({ length: askedAtOnce }, (_, at) => `$${at + 1}`)})`)

async function findSessions(database: Database, hashes: Buffer[]): Promise<(SessionRow | undefined)[]> {
  const [text, values] =
    hashes.length === 1
      ? [sessionByToken, hashes]
      : [sessionsByTokens, Array.from({ length: askedAtOnce }, (_, at) => hashes[at] ?? null)]
  const { rows } = await database.transact(
    systemActor,
    (tx) => tx.executeQuery<SessionRow & { token_hash: Buffer }>(CompiledQuery.raw(text, values)),
    { readOnly: true },
  )
  const found = new Map(rows.map((row) => [row.token_hash.toString('base64'), row]))
  return hashes.map((hash) => found.get(hash.toString('base64')))
}

const finders = new WeakMap<Database, (tokenHash: Buffer) => Promise<SessionRow | undefined>>()

/**
 * One indexed query that concurrent requests share. Runs as the system, because the caller is not known yet.
 */
export function findSession(database: Database, tokenHash: Buffer): Promise<SessionRow | undefined> {
  let find = finders.get(database)
  if (!find) {
    find = batchLookups((hashes) => findSessions(database, hashes), { maxBatchSize: askedAtOnce })
    finders.set(database, find)
  }
  return find(tokenHash)
}

/** The same ranges, for a person who is about to get a session. */
export async function findAllowedRanges(tx: Transaction, userId: string): Promise<string[] | null> {
  const { rows } = await sql<{ ranges: string[] | null }>`
    select exempta_allowed_ranges(u.role, m.business_id) as ranges
    from users u left join business_users m on m.user_id = u.id
    where u.id = ${userId}`.execute(tx)
  return rows[0]?.ranges ?? null
}

export interface NewSession {
  tokenHash: Buffer
  userId: string
  stage: SessionStage
  ip: string | null
  userAgent: string | null
  /** Undefined for a login with a password. */
  company: CompanyLogin | undefined
}

/** A login with the account of a company, as its provider reported it. */
export interface CompanyLogin {
  providerId: string
  /** How the provider names the person and the session. */
  subject: string
  session: string | null
  /** Whether the provider said that a second factor was used. */
  hasFactor: boolean
}

export const companyLoginOf = (row: OwnSession): CompanyLogin | undefined =>
  row.sign_on_provider_id === null || row.sign_on_subject === null
    ? undefined
    : {
        providerId: row.sign_on_provider_id,
        subject: row.sign_on_subject,
        session: row.sign_on_session,
        hasFactor: row.has_provider_factor,
      }

/** The business of the person, if it allows only its company account, and whether the person is the exception. */
export async function findRequiredProvider(tx: Transaction, userId: string) {
  const row = await tx
    .selectFrom('business_users as m')
    .innerJoin('sign_on_providers as o', 'o.id', 'm.business_id')
    .select(['o.id', 'o.emergency_user_id'])
    .where('m.user_id', '=', userId)
    .where('o.is_required', '=', true)
    .executeTakeFirst()
  return row && { id: row.id, isEmergency: row.emergency_user_id === userId }
}

export async function insertSession(tx: Transaction, session: NewSession, now: Date): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({
      token_hash: session.tokenHash,
      user_id: session.userId,
      stage: session.stage,
      ip: networkAddress(session.ip),
      user_agent: session.userAgent?.slice(0, 400) ?? null,
      created_at: now,
      last_seen_at: now,
      sign_on_provider_id: session.company?.providerId ?? null,
      sign_on_subject: session.company?.subject ?? null,
      sign_on_session: session.company?.session ?? null,
      has_provider_factor: session.company?.hasFactor ?? false,
    })
    .execute()
}

export async function noteSignIn(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set((row) => ({ previous_login_at: row.ref('last_login_at'), last_login_at: now }))
    .where('id', '=', userId)
    .execute()
}

/** Returns undefined if there was none. */
export const deleteSession = (tx: Transaction, tokenHash: Buffer) =>
  tx
    .deleteFrom('sessions')
    .where('token_hash', '=', tokenHash)
    .returning(['id', 'user_id'])
    .executeTakeFirst()

/** Deletes a session unless it was renewed since it was read. */
export async function deleteUnseenSession(
  tx: Transaction,
  { id, last_seen_at }: Pick<SessionRow, 'id' | 'last_seen_at'>,
): Promise<void> {
  await tx.deleteFrom('sessions').where('id', '=', id).where('last_seen_at', '<=', last_seen_at).execute()
}

export async function touchSession(tx: Transaction, sessionId: string, now: Date): Promise<void> {
  await tx.updateTable('sessions').set({ last_seen_at: now }).where('id', '=', sessionId).execute()
}

/** Returns false if the session has ended meanwhile. */
export async function replaceToken(tx: Transaction, sessionId: string, tokenHash: Buffer): Promise<boolean> {
  const row = await tx
    .updateTable('sessions')
    .set({ token_hash: tokenHash })
    .where('id', '=', sessionId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function hasSession(tx: Transaction, sessionId: string): Promise<boolean> {
  const row = await tx.selectFrom('sessions').select('id').where('id', '=', sessionId).executeTakeFirst()
  return row !== undefined
}

export const listLiveSessions = (tx: Transaction, userId: string, since: { seen: Date; created: Date }) =>
  tx
    .selectFrom('sessions')
    .select(['id', 'ip', 'user_agent', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .where('stage', '=', 'full')
    .where('last_seen_at', '>', since.seen)
    .where('created_at', '>', since.created)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute()

/** Returns how many sessions were deleted: one, all but one, or all. */
export async function deleteSessionsOf(
  tx: Transaction,
  userId: string,
  which: { only?: string; except?: string },
): Promise<number> {
  let query = tx.deleteFrom('sessions').where('user_id', '=', userId)
  if (which.only !== undefined) query = query.where('id', '=', which.only)
  if (which.except !== undefined) query = query.where('id', '!=', which.except)
  const deleted = await query.returning('id').execute()
  return deleted.length
}

export async function deleteEndedSessions(
  tx: Transaction,
  until: { created: Date; seen: Date },
): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where((row) => row.or([row('created_at', '<=', until.created), row('last_seen_at', '<=', until.seen)]))
    .execute()
}

/** The sessions of a person at a provider, or one of them; returns whose they were. */
export const deleteCompanySessions = (
  tx: Transaction,
  providerId: string,
  which: { subject?: string | undefined; session?: string | undefined },
): Promise<{ id: string; user_id: string }[]> => {
  let query = tx.deleteFrom('sessions').where('sign_on_provider_id', '=', providerId)
  if (which.subject !== undefined) query = query.where('sign_on_subject', '=', which.subject)
  if (which.session !== undefined) query = query.where('sign_on_session', '=', which.session)
  return query.returning(['id', 'user_id']).execute()
}
