/** Starts the program: configuration, database, services, then the parts its role asks for. */
import { readConfig } from './config.ts'
import { onShutdown } from './shutdown.ts'
import { start } from './start.ts'
import { startTrouble } from './start-trouble.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

try {
  const starting = start(readConfig(process.env, process.argv.slice(2)), say)
  // Listens from the first moment on: who is told that it is ready may end it at once.
  onShutdown(async () => (await starting).stop(), say)
  await starting
} catch (error) {
  const trouble = startTrouble(error)
  if (!trouble) throw error
  process.stderr.write(`Exempta did not start. ${trouble}\n`)
  process.exit(1)
}
