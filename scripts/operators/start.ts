/** `npm start`: builds the web app when its sources changed, and starts the server in this process meanwhile. */
import { enableCompileCache } from 'node:module'
import path from 'node:path'

// The next start reads what this one compiled. Where the folder can't be written to, it compiles again.
enableCompileCache(
  process.env.NODE_COMPILE_CACHE ?? path.join(import.meta.dirname, '../..', '.cache', 'compiled'),
)
const { runProgram } = await import('../../server/src/run-program.ts')
await runProgram(process.env, process.argv.slice(2), buildPages)

async function buildPages(): Promise<void> {
  const { buildWeb } = await import('./build-web.ts')
  if (await buildWeb({ quiet: true })) return
  console.error('The web app couldn’t be built, so nothing was started.')
  process.exit(1)
}
