/** Loads one address from a process of its own and prints the requests a second: `node load.ts '{"url": …}'`. */
import autocannon from 'autocannon'
import type { Load } from './measure.ts'

const { url, cookies, authorizations, connections, seconds } = JSON.parse(process.argv[2] ?? '') as Load
let next = 0
const result = await autocannon({
  url,
  connections,
  duration: seconds,
  setupClient(client) {
    const cookie = cookies[next % cookies.length]
    const authorization = authorizations[next % authorizations.length]
    next++
    if (cookie) client.setHeaders({ cookie })
    if (authorization) client.setHeaders({ authorization })
  },
})
if (result.non2xx > 0 || result.errors > 0) {
  console.error(`${result.non2xx} answers were no success, ${result.errors} calls failed.`)
  process.exit(1)
}
console.log(result.requests.average)
