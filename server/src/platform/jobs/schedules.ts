import type { PgBoss } from 'pg-boss'
import type { JobDefinition } from './define-job.ts'
import type { JobEnvelope } from './jobs.ts'

/** Makes the schedules those of the definitions; one that came due while nothing ran is made up for once. */
export async function prepareSchedules(boss: PgBoss, jobs: readonly JobDefinition[]): Promise<void> {
  const scheduled = new Set<string>()
  const empty: JobEnvelope = { payload: {} }
  for (const { name, cron } of jobs) {
    if (!cron) continue
    scheduled.add(name)
    await boss.schedule(name, cron, empty, { tz: 'UTC', missed: 'once' })
  }
  for (const { name } of await boss.getSchedules()) {
    if (!scheduled.has(name)) await boss.unschedule(name)
  }
}
