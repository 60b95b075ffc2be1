import { dayMs } from '@exempta/contract/durations'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { createPerson, signInAs } from '../../../test/people.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { limits as platformLimits } from '../../platform/limits.ts'
import { issueLink } from '../../platform/one-time-links/one-time-links.ts'
import { sweepAccounts } from './jobs.ts'
import { limits as accountServerLimits } from './limits.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const left = async () => {
  await sweepAccounts(test.services)
  const { rows } = await test.services.database.executeAsOwner(
    `select (select count(*) from sessions) as sessions, (select count(*) from guess_counts) as guesses,
      (select count(*) from known_devices) as devices, (select count(*) from one_time_links) as links`,
  )
  return rows[0]
}

it('deletes sessions, links, guesses and browsers, each after its own time', async () => {
  const person = await createPerson(test)
  await signInAs(test, person)
  const payload = { email: 'nobody@example.org', password: 'wrong password' }
  await test.call({ method: 'POST', url: '/api/session', payload })
  await test.services.database.transact(systemActor, (tx) =>
    issueLink(test.services, tx, { purpose: 'reset-password', personId: person.id }),
  )
  expect(await left()).toEqual({ sessions: 1, guesses: 2, devices: 1, links: 1 })
  test.clock.advance(platformLimits.resetLinkMs - 1)
  expect(await left()).toEqual({ sessions: 1, guesses: 2, devices: 1, links: 1 })
  // As long as a session that nobody uses.
  test.clock.advance(1)
  expect(await left()).toEqual({ sessions: 0, guesses: 2, devices: 1, links: 0 })
  test.clock.advance(dayMs - platformLimits.resetLinkMs)
  expect(await left()).toMatchObject({ sessions: 0, guesses: 0, devices: 1 })
  test.clock.advance(accountServerLimits.knownDeviceMs)
  expect(await left()).toMatchObject({ sessions: 0, guesses: 0, devices: 0 })
})
