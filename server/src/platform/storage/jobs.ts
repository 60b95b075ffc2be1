import { z } from 'zod'
import type { Clock } from '../clock.ts'
import { defineJob } from '../jobs/define-job.ts'
import { handle, type JobHandler } from '../jobs/handle.ts'
import type { FileStore } from './file-store.ts'
import { limits } from './limits.ts'

const nothing = z.object({})

/** The keys are already deleted; this frees the space. */
const clearDiscardedFiles = defineJob({
  name: 'clear-discarded-files',
  payload: nothing,
  singleton: 'both',
  cron: '*/5 * * * *',
})

const sweepRecentOrphans = defineJob({
  name: 'sweep-recent-orphans',
  payload: nothing,
  singleton: 'both',
  cron: '17 * * * *',
})

/** Goes through the whole store, for what no recent sweep caught. */
const sweepAllOrphans = defineJob({
  name: 'sweep-all-orphans',
  payload: nothing,
  singleton: 'both',
  expireSeconds: 6 * 3600,
  cron: '43 3 * * 0',
})

export function fileJobHandlers({ files, clock }: { files: FileStore; clock: Clock }): JobHandler[] {
  return [
    handle(clearDiscardedFiles, async () => {
      await files.clearDiscarded()
    }),
    handle(sweepRecentOrphans, async () => {
      const since = new Date(clock.now().getTime() - 3 * limits.orphanFileMs)
      await files.sweepOrphans({ since })
    }),
    handle(sweepAllOrphans, async () => {
      await files.sweepOrphans()
    }),
  ]
}
