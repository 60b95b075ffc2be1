/** Starts the program: configuration, database, services, then the parts its role asks for. */
import { readConfig } from './config.ts'
import { onShutdown } from './shutdown.ts'
import { start } from './start.ts'
import { explainStartError } from './start-errors.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)

try {
  const starting = start(readConfig(process.env, process.argv.slice(2)), print)
  // Registered first, because a process manager may stop the program as soon as it reports ready.
  onShutdown(async () => (await starting).stop(), print)
  await starting
} catch (error) {
  const explanation = explainStartError(error)
  if (!explanation) throw error
  process.stderr.write(`Exempta couldn’t start. ${explanation}\n`)
  process.exit(1)
}
