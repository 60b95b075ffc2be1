/** The baseline in a process of its own: bare Fastify with one query. */

import { startBareServer } from '../route/bare-server.ts'
import { serveOrders, type Usage } from './protocol.ts'

let url: string | undefined

serveOrders<{ databaseUrl: string; personId: string } | { usage: true }, { url: string } | Usage>(
  async (order) => {
    if ('usage' in order) {
      const { user, system } = process.cpuUsage()
      return { cpuSeconds: (user + system) / 1e6, memoryBytes: process.memoryUsage.rss() }
    }
    url ??= (await startBareServer(order.databaseUrl, order.personId)).url
    return { url }
  },
)
