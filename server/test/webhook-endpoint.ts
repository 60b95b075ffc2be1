import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WebhookEvent } from '@exempta/contract/api/webhooks'

export interface ReceivedEvent {
  headers: IncomingHttpHeaders
  body: string
  event: WebhookEvent
}

export type Answering = (response: ServerResponse, received: ReceivedEvent) => void

const accept: Answering = (response) => response.writeHead(200).end('Thank you')

/** A webhook endpoint on a real server. It records what it receives and answers as the test sets it. */
export async function startWebhookEndpoint() {
  const received: ReceivedEvent[] = []
  let answering = accept
  let arrival = Promise.withResolvers<void>()
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const one = { headers: request.headers, body, event: JSON.parse(body) as WebhookEvent }
    received.push(one)
    answering(response, one)
    arrival.resolve()
    arrival = Promise.withResolvers()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answerWith(next: Answering = accept) {
      answering = next
    },
    /** Everything, once as many have come. */
    async until(count: number): Promise<ReceivedEvent[]> {
      while (received.length < count) await arrival.promise
      return received
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type WebhookEndpoint = Awaited<ReturnType<typeof startWebhookEndpoint>>
