/** `npm start`: builds the web app when its sources changed, then starts the server in this process. */
import { enableCompileCache } from 'node:module'
import path from 'node:path'
import { buildWeb } from './build-web.ts'
import { root } from './run-command.ts'

if (!(await buildWeb({ quiet: true }))) {
  console.error('The web app couldn’t be built, so nothing was started.')
  process.exit(1)
}
// The next start reads what this one compiled. Where the folder can't be written to, it compiles again.
enableCompileCache(process.env.NODE_COMPILE_CACHE ?? path.join(root, '.cache', 'compiled'))
await import('../server/src/main.ts')
