import { Agent, type IncomingMessage, request } from 'node:http'

const agent = new Agent({ keepAlive: true, maxSockets: 256 })
const patienceMs = 10_000

export interface HttpCall {
  method: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  body?: Buffer | string
}

/** Makes the call and reads the whole answer; throws unless it is a success. */
export function makeCall({ method, url, headers = {}, body }: HttpCall): Promise<void> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const call = request(url, { method, agent, headers: { ...headers, ...length }, timeout: patienceMs })
    call.on('timeout', () => call.destroy(new Error('timeout')))
    call.on('error', reject)
    call.on('response', (answer: IncomingMessage) => {
      const { statusCode = 0 } = answer
      answer.on('error', reject)
      answer.on('end', () => (statusCode < 400 ? resolve() : reject(new Error(`status ${statusCode}`))))
      answer.resume()
    })
    call.end(body)
  })
}
