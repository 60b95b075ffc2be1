import { setImmediate as nextTurn } from 'node:timers/promises'
import { openConfiguredDatabase } from './await-database.ts'
import { readConfig } from './config.ts'
import { blockwiseOutput, createLog } from './platform/log.ts'
import { onShutdown } from './shutdown.ts'
import { explainStartError } from './start-errors.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)

/** Starts the program: configuration, database, services, then the parts its role asks for. */
export async function runProgram(
  env: NodeJS.ProcessEnv,
  args: string[],
  buildPages = () => Promise.resolve(),
): Promise<void> {
  let pagesBuilt: Promise<void> | undefined
  try {
    const config = readConfig(env, args)
    pagesBuilt = buildPages()
    const log = createLog(config.logLevel, blockwiseOutput())
    // The embedded database starts in a thread of its own while the rest of the program is loaded, which takes as long
    // and lets nothing else happen meanwhile: the thread has to be there first.
    const opening = openConfiguredDatabase(config, log, print)
    opening.catch(() => 'reported by start()')
    await nextTurn()
    const { start } = await import('./start.ts')
    const starting = start(config, print, { log, opening, pagesBuilt })
    // Registered first, because a process manager may stop the program as soon as it reports ready.
    onShutdown(async () => (await starting).stop(), print)
    await starting
  } catch (error) {
    const explanation = explainStartError(error)
    if (!explanation) throw error
    // An end in the middle of a build would leave half a build to the next start.
    await pagesBuilt
    process.stderr.write(`Exempta couldn’t start. ${explanation}\n`)
    process.exit(1)
  }
}
