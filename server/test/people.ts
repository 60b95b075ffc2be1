import type { MemberRole, MemberStatus } from '@exempta/contract/businesses'
import type { Role } from '@exempta/contract/people'
import { prepareAccount } from '../src/features/accounts/index.ts'
import { createBusiness } from '../src/features/businesses/index.ts'
import { systemCall } from '../src/platform/call.ts'
import { systemActor } from '../src/platform/db/actor.ts'
import type { TestApp } from './app.ts'

let made = 0

export interface TestPerson {
  id: string
  name: string
  email: string
  password: string
  role: Role
}

/** Makes an account through the same verb as real use; a business person gets a business. */
export async function createPerson(test: TestApp, role: Role = 'user'): Promise<TestPerson> {
  const person = await createAccount(test, role)
  if (role === 'business') {
    await test.services.database.transact(systemActor, (tx) =>
      createBusiness(test.services, tx, systemCall, { ...person, managerId: person.id }),
    )
  }
  return person
}

/** The account alone: a business person without a business. */
export async function createAccount(test: TestApp, role: Role): Promise<TestPerson> {
  made += 1
  const account = {
    name: `Person ${made}`,
    email: `person-${made}@example.org`,
    password: `correct horse ${made}`,
    role,
  }
  const create = await prepareAccount(account)
  const id = await test.services.database.transact(systemActor, (tx) => create(test.services, tx))
  return { id, ...account }
}

/** As if the person had used the link in the email to the address. */
export async function confirmAddress({ database, clock }: TestApp, { id }: TestPerson): Promise<void> {
  await database.executeAsOwner('update users set email_verified_at = $1 where id = $2', [clock.now(), id])
}

/** Another person in the business of one who is already there. */
export async function addMember(
  test: TestApp,
  { id: colleagueId }: TestPerson,
  role: MemberRole,
  status: MemberStatus = 'active',
): Promise<TestPerson> {
  const person = await createAccount(test, 'business')
  const now = test.clock.now()
  await test.services.database.transact(systemActor, async (tx) => {
    const { business_id } = await tx
      .selectFrom('business_users')
      .select('business_id')
      .where('user_id', '=', colleagueId)
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('business_users')
      .values({
        business_id,
        user_id: person.id,
        role,
        status,
        date_added: now,
        created_at: now,
        updated_at: now,
      })
      .execute()
  })
  return person
}

/** Signs in over HTTP and answers the cookie header of the session. */
export async function signInAs(test: TestApp, person: TestPerson): Promise<string> {
  const response = await test.call({
    method: 'POST',
    url: '/api/session',
    payload: { email: person.email, password: person.password },
  })
  const cookie = response.cookies.find(({ name }) => name === 'exempta_session')
  if (!cookie) throw new Error(`Signing in answered ${response.statusCode} without a cookie`)
  return `${cookie.name}=${cookie.value}`
}
