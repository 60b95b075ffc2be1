import { systemClock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { createJobs } from '../jobs/jobs.ts'
import { createLog } from '../log.ts'
import { Settings } from '../settings/settings.ts'
import { sendEmailHandler } from './jobs.ts'
import { smtpTransport } from './smtp-transport.ts'

/** Only the part of the product that sends emails. */
export async function startSending(database: Database, smtpUrl: string, { runs = true } = {}) {
  const clock = systemClock
  const emailTransport = smtpTransport(smtpUrl, 'mail@exempta.example')
  const log = createLog('silent')
  const jobs = createJobs({
    database,
    clock,
    log,
    pollSeconds: 0.5,
    superviseSeconds: 1,
    graceMs: 0,
  })
  await jobs.start([sendEmailHandler({ clock, database, emailTransport })])
  if (runs) await jobs.run()
  const settings = new Settings({ database, clock, log })
  return { clock, jobs, emailTransport, settings, publicUrl: 'https://exempta.example' }
}
