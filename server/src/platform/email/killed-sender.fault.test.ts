import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { quickEngine } from '../../../test/quick-engine.ts'
import { startSmtpServer } from '../../../test/smtp-server.ts'
import { notificationEmail } from '../../features/notifications/emails.ts'
import { systemActor } from '../db/actor.ts'
import type { Database } from '../db/database.ts'
import { openDatabase } from '../db/open-database.ts'
import { patiently } from '../jobs/job-bench.fixture.ts'
import { queueEmail, sendEmailJob } from './queue-email.ts'
import { startSending } from './sending.fixture.ts'

const rounds = Number(process.env.FAULT_ROUNDS ?? 3)
const emailsPerRound = 10
const fixture = fileURLToPath(new URL('./killed-sender.fixture.ts', import.meta.url))

/** Simulates that the killed process missed its heartbeats for long, and that all waits are over. */
const letTimePass = (database: Database) =>
  database.executeAsOwner(`
    update pgboss.job set heartbeat_on = now() - interval '1 hour' where state = 'active';
    update pgboss.job set start_after = now() where state = 'retry'`)

test(`no email is lost when the sender is killed ${rounds} times, and none is sent twice without need`, async () => {
  const smtp = await startSmtpServer()
  const prepared = await createTestDatabase()
  await prepared.close()
  const ids: string[] = []
  for (let round = 0; round < rounds; round++) {
    const database = await openDatabase(prepared.location)
    const services = await startSending(database, smtp.url, { runs: false })
    for (let at = 0; at < emailsPerRound; at++) {
      ids.push(
        await database.transact(systemActor, (tx) =>
          queueEmail(services, tx, {
            to: 'anna@example.org',
            template: notificationEmail,
            data: { title: 'Hello', text: '' },
          }),
        ),
      )
    }
    await services.jobs.stop()
    await letTimePass(database)
    await database.close()

    const before = smtp.received.length
    const sender = spawn(
      process.execPath,
      [...quickEngine, fixture, JSON.stringify(prepared.location), smtp.url],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    )
    onTestFinished(() => void sender.kill('SIGKILL'))
    await expect.poll(() => smtp.received.length, { ...patiently, interval: 2 }).toBeGreaterThan(before)
    await delay(Math.random() * 60)
    sender.kill('SIGKILL')
    await once(sender, 'close')
  }

  const database = await openDatabase(prepared.location)
  await letTimePass(database)
  const { jobs } = await startSending(database, smtp.url)
  const unsent = () =>
    database.transact(systemActor, (tx) =>
      tx.selectFrom('mails').select(['status']).where('status', '!=', 'sent').execute(),
    )
  const waitThrough = async () => {
    await letTimePass(database)
    return unsent()
  }
  await expect.poll(waitThrough, { ...patiently, interval: 500, timeout: 120_000 }).toEqual([])
  await jobs.stop()
  await database.close()
  await prepared.dispose()
  await smtp.shut()

  const received = smtp.received.map(({ source }) => /Message-ID: <(.*)@/.exec(source)?.[1])
  expect(new Set(received)).toEqual(new Set(ids))
  expect(received.length - ids.length).toBeLessThanOrEqual(rounds * sendEmailJob.concurrency)
})
