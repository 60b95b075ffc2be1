import type { ApiKey } from '@exempta/contract/api/keys'
import type { TestApp } from './app.ts'
import type { TestBusiness } from './sharing.ts'

export interface TestKey extends ApiKey {
  key: string
}

interface KeyOptions {
  name?: string
  scopes?: ApiKey['scopes']
  expiresInDays?: number | null
  ranges?: string[]
}

/** API access that is granted without a request. */
export async function allowApi(test: TestApp, { id }: Pick<TestBusiness, 'id'>): Promise<void> {
  await test.database.executeAsOwner(
    `insert into api_access (business_id, state, requested_at, purpose, decided_at)
     values ($1, 'approved', $2, 'Tests', $2) on conflict do nothing`,
    [id, test.clock.now()],
  )
}

/** A key created by a manager. It may review unless the options say otherwise. */
export async function makeKey(
  test: TestApp,
  business: TestBusiness,
  options: KeyOptions = {},
): Promise<TestKey> {
  await allowApi(test, business)
  const answer = await test.call({
    method: 'POST',
    url: '/api/business/api-keys',
    headers: { cookie: business.cookie },
    payload: { name: 'Warehouse', scopes: ['read', 'review'], expiresInDays: null, ranges: [], ...options },
  })
  if (answer.statusCode !== 201) throw new Error(`No key was made: ${answer.body}`)
  return answer.json()
}
