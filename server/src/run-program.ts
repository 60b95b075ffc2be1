import { setImmediate as nextTurn } from 'node:timers/promises'
import { openConfiguredDatabase } from './await-database.ts'
import { type Config, readConfig } from './config.ts'
import { finishRestore } from './platform/backup/finish-restore.ts'
import type { RestoreHere } from './platform/backup/restore-here.ts'
import { blockwiseOutput, createLog } from './platform/log.ts'
import { onShutdown } from './shutdown.ts'
import type { Running } from './start.ts'
import { explainStartError } from './start-errors.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)

/** Starts the program: configuration, database, services, then the parts its role asks for. */
export async function runProgram(
  env: NodeJS.ProcessEnv,
  args: string[],
  buildPages = () => Promise.resolve(),
): Promise<void> {
  let pagesBuilt: Promise<void> | undefined
  let running: Promise<Running>
  try {
    const config = readConfig(env, args)
    pagesBuilt = buildPages()
    const log = createLog(config.logLevel, blockwiseOutput())
    let restore: RestoreHere | undefined

    const begin = async (settings: Config): Promise<Running> => {
      if (!settings.databaseUrl) await finishRestore(settings.dataDir)
      // The embedded database starts in a thread of its own while the rest of the program is loaded, which takes as
      // long and lets nothing else happen meanwhile: the thread has to be there first.
      const opening = openConfiguredDatabase(settings, log, print)
      opening.catch(() => 'reported by start()')
      await nextTurn()
      const { start } = await import('./start.ts')
      if (!settings.databaseUrl) restore ??= await openRestore()
      return start(settings, print, { log, opening, pagesBuilt, restore })
    }
    const openRestore = async () => {
      const { RestoreHere } = await import('./platform/backup/restore-here.ts')
      return new RestoreHere({ ...config, log, restart })
    }
    const restart = async () => {
      const former = await running
      print('A backup was restored. Starting again with it.')
      running = former.stop().then(() => begin({ ...config, port: former.port }))
      await running.catch(async (error: unknown) => {
        await giveUp(error, pagesBuilt).catch(({ stack }: Error) => process.stderr.write(`${stack}\n`))
        process.exit(1)
      })
    }

    running = begin(config)
    // Registered first, because a process manager may stop the program as soon as it reports ready.
    onShutdown(async () => (await running).stop(), print)
    await running
  } catch (error) {
    await giveUp(error, pagesBuilt)
  }
}

async function giveUp(error: unknown, pagesBuilt: Promise<void> | undefined): Promise<never> {
  const explanation = explainStartError(error)
  if (!explanation) throw error
  // An end in the middle of a build would leave half a build to the next start.
  await pagesBuilt
  process.stderr.write(`Exempta couldn’t start. ${explanation}\n`)
  process.exit(1)
}
