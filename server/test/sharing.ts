import type { TestApp } from './app.ts'
import { createPerson, signInAs, type TestPerson } from './people.ts'
import { pdfBytes, untilProcessed, uploadOne } from './uploads.ts'

export interface TestFirm {
  id: string
  manager: TestPerson
  cookie: string
}

/** An active business with its first manager, signed in. */
export async function createFirm(test: TestApp): Promise<TestFirm> {
  const manager = await createPerson(test, 'business')
  const { rows } = await test.database.executeAsOwner(
    `update businesses set status = 'active'
     where id = (select business_id from business_users where user_id = $1) returning id`,
    [manager.id],
  )
  const { id } = rows[0] as { id: string }
  return { id, manager, cookie: await signInAs(test, manager) }
}

/** A business that nobody works for. */
export async function createBareFirm(test: TestApp, name: string, status = 'active'): Promise<string> {
  const { rows } = await test.database.executeAsOwner(
    `insert into businesses (name, email, status, verified, date_registered, created_at, updated_at)
     values ($1, 'firm@example.org', $2, true, $3, $3, $3) returning id`,
    [name, status, test.clock.now()],
  )
  return (rows[0] as { id: string }).id
}

let files = 0

/** Uploads a file of its own content and waits until it is processed; a second passes before and after. */
export async function createDocument(test: TestApp, cookie: string, name?: string): Promise<string> {
  files += 1
  test.clock.advance(1000)
  const file = { name: name ?? `form ${files}.pdf`, bytes: pdfBytes(`form ${files}`) }
  const { id } = await uploadOne(test, cookie, file)
  await untilProcessed(test, cookie, id)
  test.clock.advance(1000)
  return id
}
