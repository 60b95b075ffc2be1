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

/** Makes an account through the same verb as real use. */
export async function createPerson(test: TestApp, role: Role = 'user'): Promise<TestPerson> {
  made += 1
  const account = {
    name: `Person ${made}`,
    email: `person-${made}@example.org`,
    password: `correct horse ${made}`,
    role,
  }
  const create = await prepareAccount(account)
  const id = await test.services.database.transact(systemActor, async (tx) => {
    const managerId = await create(test.services, tx)
    if (role === 'business') await createBusiness(test.services, tx, systemCall, { ...account, managerId })
    return managerId
  })
  return { id, ...account }
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
