/** The API of `npm run dev`: the whole server without the built pages, which Vite serves instead. */
import { readConfig } from '../server/src/config.ts'
import { onShutdown } from '../server/src/shutdown.ts'
import { start } from '../server/src/start.ts'
import { startTrouble } from '../server/src/start-trouble.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

// When the development script is killed, nobody else is left to stop this process.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
try {
  const starting = start(readConfig(process.env, process.argv.slice(2)), say, { servesPages: false })
  onShutdown(async () => (await starting).stop(), say)
  await starting
  process.send?.('ready')
} catch (error) {
  const trouble = startTrouble(error)
  if (!trouble) throw error
  process.stderr.write(`The API did not start. ${trouble}\n`)
  process.exit(1)
}
