import type { Actor } from './actor.ts'
import type { Statement } from './statements/statement-batch.ts'

export interface TransactionOptions {
  isolation?: 'read committed' | 'repeatable read' | 'serializable'
  /** Refuses whatever writes, and is the quickest way to read. */
  readOnly?: boolean
  /** How long the whole transaction may take; the database's own limit when not given. */
  timeoutMs?: number
  /** Reads as a role that can only see the columns of reports. The actor still decides which rows. */
  scope?: 'reports'
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const personRoles: readonly string[] = ['user', 'business', 'admin']
const isolations: readonly string[] = ['read committed', 'repeatable read', 'serializable']

export interface TransactionStart {
  role: string
  statements: readonly Statement[]
  isReadOnly: boolean
  /** Every report has a different SQL text. */
  hasVariedTexts: boolean
}

type DatabaseRole = 'exempta_app' | 'exempta_system' | 'exempta_reports'

/** The role of the database that works for this actor; none may log in or get around row-level security. */
function databaseRole(actor: Actor, { scope }: TransactionOptions): DatabaseRole {
  if (scope === 'reports') return 'exempta_reports'
  return actor.kind === 'system' ? 'exempta_system' : 'exempta_app'
}

/** Begins a transaction and sets its role and actor. It is sent together with the first statement. */
export function transactionStart(actor: Actor, options: TransactionOptions): TransactionStart {
  const isolation = options.isolation ?? 'read committed'
  if (!isolations.includes(isolation)) throw new TypeError('Unknown isolation level.')
  // Never `read write`, to respect an operator who made the database read-only.
  const access = options.readOnly ? ' read only' : ''
  const limit = options.timeoutMs === undefined ? [] : [statementLimit(options.timeoutMs)]
  const begin = { text: `begin isolation level ${isolation}${access}`, values: [] }
  const role = databaseRole(actor, options)
  return {
    role,
    statements: [begin, actorSettings(actor, role), ...limit],
    isReadOnly: options.readOnly === true,
    hasVariedTexts: options.scope === 'reports',
  }
}

/**
 * At the default isolation level every statement has its own snapshot anyway, so reads need no common transaction.
 */
export function canReadApart({ readOnly, isolation, timeoutMs }: TransactionOptions): boolean {
  return readOnly === true && (isolation ?? 'read committed') === 'read committed' && timeoutMs === undefined
}

/** The start of a transaction of one reading statement, which needs no `begin` and no `commit`. */
export function readStart(actor: Actor, options: TransactionOptions = {}): Statement {
  const { text, values } = actorSettings(actor, databaseRole(actor, options))
  return { text: `${text}, set_config('transaction_read_only', 'on', true)`, values }
}

function actorSettings(actor: Actor, role: DatabaseRole): Statement {
  const { id, role: actorRole, businessId } = checkedActor(actor)
  return {
    text: `select set_config('role', $1, true), set_config('exempta.actor_id', $2, true),
      set_config('exempta.actor_role', $3, true), set_config('exempta.business_id', $4, true)`,
    values: [role, id, actorRole, businessId],
  }
}

function statementLimit(timeoutMs: number): Statement {
  if (!Number.isSafeInteger(timeoutMs) || timeoutMs <= 0) {
    throw new TypeError('The time limit of a transaction must be a whole number of milliseconds.')
  }
  return { text: `select set_config('statement_timeout', $1, true)`, values: [timeoutMs] }
}

/** An API key has its own role, which is not one of a person's roles. */
function checkedActor(actor: Actor): { id: string; role: string; businessId: string } {
  if (actor.kind === 'system' || actor.kind === 'anonymous')
    return { id: '', role: actor.kind, businessId: '' }
  const { id, businessId = '' } = actor
  const role = actor.kind === 'key' ? 'key' : actor.role
  if (!uuid.test(id)) throw new TypeError('The id of an actor must be a UUID.')
  if (actor.kind === 'person' && !personRoles.includes(role)) throw new TypeError('Unknown role of an actor.')
  if (businessId !== '' && !uuid.test(businessId)) {
    throw new TypeError('The business id of an actor must be a UUID.')
  }
  return { id, role, businessId }
}
