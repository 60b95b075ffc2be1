/** `npm start`: builds the web app when its sources changed, then starts the server in this process. */
import { buildWeb } from './build-web.ts'

if (!(await buildWeb({ quiet: true }))) {
  console.error('The web app couldn’t be built, so nothing was started.')
  process.exit(1)
}
await import('../server/src/main.ts')
