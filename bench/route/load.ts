/** Loads one address from a process of its own and prints the requests a second: `node load.ts URL COOKIE SECONDS`. */
import autocannon from 'autocannon'

const [url = '', cookie = '', seconds = '3'] = process.argv.slice(2)
const result = await autocannon({ url, connections: 32, duration: Number(seconds), headers: { cookie } })
if (result.non2xx > 0 || result.errors > 0) {
  console.error(`${result.non2xx} answers were no success, ${result.errors} calls failed.`)
  process.exit(1)
}
console.log(result.requests.average)
