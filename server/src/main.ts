/** Starts the program: configuration, database, services, then the parts its role asks for. */
import { readConfig } from './config.ts'
import { onShutdown } from './shutdown.ts'
import { start } from './start.ts'
import { startTrouble } from './start-trouble.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

try {
  const running = await start(readConfig(process.env, process.argv.slice(2)), say)
  onShutdown(() => running.stop(), say)
} catch (error) {
  const trouble = startTrouble(error)
  if (!trouble) throw error
  process.stderr.write(`Exempta did not start. ${trouble}\n`)
  process.exit(1)
}
