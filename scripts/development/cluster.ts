/**
 * `npm run cluster`: two web replicas and two workers on PostgreSQL and an S3 server, behind one address. Ctrl-C ends
 * all of it; nothing is kept. PORT chooses the address.
 */
import { startCluster } from '../../server/test/cluster.ts'
import { buildWeb } from '../operators/build-web.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)

if (!(await buildWeb({ quiet: true }))) {
  console.error('The web app couldn’t be built, so nothing was started.')
  process.exit(1)
}
print('Starting PostgreSQL, an S3 server, two web replicas and two workers.')
const administrator = { ADMIN_EMAIL: 'admin@exempta.example', ADMIN_PASSWORD: 'correct horse battery' }
const { origin, replicas, stop } = await startCluster({
  port: Number(process.env.PORT ?? 3000),
  environment: administrator,
})
print(`Exempta is ready at ${origin} (replicas: ${replicas.join(', ')})`)
print(`Administrator: ${administrator.ADMIN_EMAIL}, password: ${administrator.ADMIN_PASSWORD}`)
print('Press Ctrl-C to stop everything.')

let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (isStopping) return
    isStopping = true
    print('Stopping.')
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  })
}
