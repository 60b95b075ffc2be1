import { createHash } from 'node:crypto'
import { AppError } from '../../platform/app-error.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { hashToken } from '../../platform/identifiers.ts'
import { sourceOf } from '../../platform/network-address.ts'
import type { Services } from '../../platform/services.ts'
import {
  type Allowance,
  blockedUntil,
  countGuess,
  forgetGuesses,
  isKnownDevice,
  listBlocked,
  listKnownDevices,
  uncountGuess,
} from './queries/guesses.ts'

/** Placeholder for unknown addresses, so that they cost the same work as known ones. */
export const unknownPersonId = '00000000-0000-0000-0000-000000000000'

/**
 * Guesses at secrets are counted in the database for all processes. A browser in which the person has logged
 * in before has its own allowance, so that strangers' guesses cannot lock the owner out.
 */

const perSecret: Allowance = {
  free: 5,
  firstWaitSeconds: 1,
  longestWaitSeconds: 15 * 60,
  forgottenAfterSeconds: 24 * 60 * 60,
}

/** For changes that email the owner: plenty for a person, too few to flood a mailbox. */
const perChange: Allowance = { ...perSecret, free: 20 }

/**
 * For requests that email a typed address, from all sources together, so that no mailbox is flooded. Each source has its
 * own allowance besides. Its first requests, one and another if that email is lost, never wait for those of others.
 */
const perAddress: Allowance = { ...perSecret, free: 20, firstWaitSeconds: 60 }
const neverHeldBack = 2

/** Anyone can make these for anyone's address, so a stranger's requests must not hold back its owner's (0060). */
const emailingAnAddress: ReadonlySet<Guess['at']> = new Set([
  'registration',
  'reset-request',
  'share-code-request',
  'contact-message',
  'job-application',
])

/** Many people may share a network address, so it is allowed many more guesses. */
const perSource: Allowance = { ...perSecret, free: 100, forgottenAfterSeconds: 60 * 60 }

export interface Guess {
  /** Requests that send an email count too, so that no mailbox is flooded. */
  at:
    | 'password'
    | 'second-factor'
    | 'registration'
    | 'reset-request'
    | 'verification-request'
    | 'email-change-request'
    | 'account-change'
    | 'share-code'
    | 'share-code-request'
    | 'contact-message'
    | 'job-application'
  /** The address as typed, so that unknown addresses count like known ones. */
  subject: string
  /** Undefined if the person does not exist. */
  personId: string | undefined
  deviceToken: string | undefined
  ip: string | null
}

export interface CountedGuess {
  /** Call when the guess was right, so that it is not counted. */
  wasRight(tx: Transaction): Promise<void>
}

/** Counts a guess, or refuses it with the time to wait. */
export function takeGuess(services: Services, guess: Guess): Promise<CountedGuess> {
  // Not `now()`: counts from the future would refuse everybody after the system clock was set back.
  const now = services.clock.latest()
  return services.database.transact(systemActor, async (tx) => {
    const deviceHash = guess.deviceToken ? hashToken(guess.deviceToken) : undefined
    const isKnown = deviceHash && (await isKnownDevice(tx, guess.personId ?? unknownPersonId, deviceHash))
    if (deviceHash && isKnown) {
      const own = keyOf(guess.at, guess.subject, deviceHash.toString('hex'))
      await count(tx, own, perSecret, now)
      return { wasRight: (later) => forgetGuesses(later, own) }
    }
    const shared = keyOf(guess.at, guess.subject)
    const source = keyOf('source', sourceOf(guess.ip ?? 'unknown'))
    await count(tx, source, perSource, now)
    if (emailingAnAddress.has(guess.at)) {
      const own = ownKeyOf(guess)
      const times = await count(tx, own, perSecret, now)
      if (times <= neverHeldBack) await countGuess(tx, shared, perAddress, now)
      else await count(tx, shared, perAddress, now)
      return {
        async wasRight(later) {
          await forgetGuesses(later, own)
          await forgetGuesses(later, shared)
          await uncountGuess(later, source, now)
        },
      }
    }
    await count(tx, shared, guess.at === 'account-change' ? perChange : perSecret, now)
    return {
      async wasRight(later) {
        await forgetGuesses(later, shared)
        await uncountGuess(later, source, now)
      },
    }
  })
}

interface LockablePerson {
  id: string
  email: string
}

/** What counts wrong passwords and wrong codes of these people's logins, anywhere and in each known browser. */
async function loginKeys(tx: Transaction, people: readonly LockablePerson[]) {
  const devices = Map.groupBy(
    await listKnownDevices(
      tx,
      people.map(({ id }) => id),
    ),
    (device) => device.user_id,
  )
  return people.flatMap(({ id, email }) => {
    const known = (devices.get(id) ?? []).map((device) => [device.device_hash.toString('hex')])
    return [[], ...known].flatMap((device) => [
      { id, key: keyOf('password', email, ...device) },
      { id, key: keyOf('second-factor', id, ...device) },
    ])
  })
}

/** Until when each person who is locked out has to wait, in some browser at least. */
export async function findLocks(
  tx: Transaction,
  people: readonly LockablePerson[],
  now: Date,
): Promise<Map<string, Date>> {
  const keys = await loginKeys(tx, people)
  const personOf = new Map(keys.map(({ id, key }) => [key.toString('hex'), id]))
  const locks = new Map<string, Date>()
  const blocked = await listBlocked(
    tx,
    keys.map(({ key }) => key),
    now,
  )
  for (const { key, blocked_until: until } of blocked) {
    const id = personOf.get(key.toString('hex'))
    if (id && until > (locks.get(id) ?? now)) locks.set(id, until)
  }
  return locks
}

/** Lets the person log in again without a wait. */
export async function unlockLogins(tx: Transaction, person: LockablePerson): Promise<void> {
  for (const { key } of await loginKeys(tx, [person])) await forgetGuesses(tx, key)
}

/** Resets the counts of requests to an address after its owner has shown the code that was emailed. */
export async function forgetCodeRequests(
  tx: Transaction,
  at: Guess['at'],
  { subject, ip }: Pick<Guess, 'subject' | 'ip'>,
): Promise<void> {
  await forgetGuesses(tx, ownKeyOf({ at, subject, ip }))
  await forgetGuesses(tx, keyOf(at, subject))
}

/** Of one source, for one address. */
const ownKeyOf = ({ at, subject, ip }: Pick<Guess, 'at' | 'subject' | 'ip'>): Buffer =>
  keyOf(at, subject, 'source', sourceOf(ip ?? 'unknown'))

async function count(tx: Transaction, key: Buffer, allowance: Allowance, now: Date): Promise<number> {
  const counted = await countGuess(tx, key, allowance, now)
  if (counted !== undefined) return counted
  const until = await blockedUntil(tx, key)
  const waitMs = Math.max((until?.getTime() ?? 0) - now.getTime(), 1)
  throw new AppError('too-many-requests', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
}

/** The typed text may be a password in the wrong field, so only its hash is kept, for a day. */
const keyOf = (...parts: string[]): Buffer => createHash('sha256').update(parts.join('\0')).digest()
