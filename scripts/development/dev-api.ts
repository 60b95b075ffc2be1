/** The API of `npm run dev`: the whole server without the built pages, which Vite serves instead. */
import { readConfig } from '../../server/src/config.ts'
import { onShutdown } from '../../server/src/shutdown.ts'
import { start } from '../../server/src/start.ts'
import { explainStartError } from '../../server/src/start-errors.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)

// When the development script is killed, nothing else stops this process.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
try {
  const starting = start(readConfig(process.env, process.argv.slice(2)), print, { servesPages: false })
  onShutdown(async () => (await starting).stop(), print)
  await starting
  process.send?.('ready')
} catch (error) {
  const explanation = explainStartError(error)
  if (!explanation) throw error
  process.stderr.write(`The API couldn’t start. ${explanation}\n`)
  process.exit(1)
}
