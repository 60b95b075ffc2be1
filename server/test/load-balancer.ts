import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface LoadBalancer {
  port: number
  close(): void
}

const checkMs = 200

/**
 * A small load balancer: each connection goes to the next replica that is ready. While none says so, it goes to the next
 * one that accepts it.
 */
export async function startLoadBalancer(
  port: number,
  replicaPorts: readonly number[],
): Promise<LoadBalancer> {
  const open = new Set<Socket>()
  let next = 0
  const ready = new Set<number>()
  const check = async (replicaPort: number) => {
    const answer = await fetch(`http://127.0.0.1:${replicaPort}/api/ready`).catch(() => undefined)
    await answer?.arrayBuffer().catch(() => undefined)
    if (answer?.ok) ready.add(replicaPort)
    else ready.delete(replicaPort)
  }
  const checking = setInterval(() => {
    for (const replicaPort of replicaPorts) void check(replicaPort)
  }, checkMs)
  const nextPort = () => {
    const usable = replicaPorts.filter((replicaPort) => ready.has(replicaPort))
    const from = usable.length > 0 ? usable : replicaPorts
    return from[next++ % from.length] ?? 0
  }
  const track = (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  }
  const server = createServer((visitor) => {
    track(visitor)
    visitor.on('error', () => visitor.destroy())
    const pass = (triesLeft: number) => {
      if (triesLeft === 0 || visitor.destroyed) return visitor.destroy()
      const replica = connect(nextPort(), '127.0.0.1')
      track(replica)
      const another = () => pass(triesLeft - 1)
      replica.once('error', another)
      replica.once('connect', () => {
        replica.off('error', another)
        replica.on('error', () => visitor.destroy())
        replica.once('close', () => visitor.destroy())
        visitor.once('close', () => replica.destroy())
        visitor.pipe(replica).pipe(visitor)
      })
    }
    pass(replicaPorts.length)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      clearInterval(checking)
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
