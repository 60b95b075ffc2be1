/** Sends the reminders of one simulated day after another, in a process that kills itself at a named point of a day. */
import { type SettingKey, settingDefinitions } from '@exempta/contract/admin/settings'
import { dayMs } from '@exempta/contract/durations'
import { observedClock } from '../../../platform/clock.ts'
import type { Actor } from '../../../platform/db/actor.ts'
import type { Database, Transaction } from '../../../platform/db/database.ts'
import { openDatabase } from '../../../platform/db/open-database.ts'
import type { Services } from '../../../platform/services.ts'
import { sendReminders } from './reminders.ts'

export interface ChildOptions {
  location: { dataDir: string; url?: string }
  start: string
  /** Days after the start. */
  from: number
  until: number
  /** The day on which it dies, and at which end of a transaction: its own, before the commit, or after it. */
  dieOn?: { day: number; point: number }
}

/** Counts the moments before and after each commit. */
function watch(database: Database, reached: () => void): Database {
  const transact = database.transact.bind(database)
  return Object.assign(database, {
    async transact<Result>(
      actor: Actor,
      work: (tx: Transaction) => Promise<Result>,
      options?: Parameters<Database['transact']>[2],
    ): Promise<Result> {
      const result = await transact(
        actor,
        async (tx) => {
          const made = await work(tx)
          reached()
          return made
        },
        options,
      )
      reached()
      return result
    },
  })
}

if (import.meta.main) {
  const { location, start, from, until, dieOn } = JSON.parse(process.argv[2] ?? '') as ChildOptions
  let day = from
  let points = 0
  const database = await openDatabase(location)
  const services = {
    clock: observedClock(() => new Date(Date.parse(start) + day * dayMs)),
    database: watch(database, () => {
      points += 1
      if (day === dieOn?.day && points === dieOn.point) process.kill(process.pid, 'SIGKILL')
    }),
    publicUrl: 'http://localhost',
    emailTransport: undefined,
    settings: { get: (key: SettingKey) => settingDefinitions[key].fallback },
  } as unknown as Services
  for (; day < until; day++) {
    points = 0
    await Promise.all([sendReminders(services), sendReminders(services)])
    process.stdout.write(`${day}\n`)
  }
  await database.close()
}
