import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

export interface ReceivedEmail {
  from: string
  to: string[]
  /** Headers and body as they came over the wire. */
  source: string
}

/**
 * What to do with the next emails: accept them, reject them after the recipient, or close the connection after
 * accepting.
 */
type Behaviour = 'accept' | { refuse: number } | 'accept-and-cut'

export interface TestSmtpServer {
  readonly url: string
  readonly received: ReceivedEmail[]
  behaviour: Behaviour
  /** Stops listening and cuts every connection; `open` listens on the same port again. */
  shut(): Promise<void>
  open(): Promise<void>
}

/** Just enough SMTP to receive what the product sends. */
export async function startSmtpServer(): Promise<TestSmtpServer> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
    serveSmtp(socket, smtp)
  })
  let port = 0
  const smtp: TestSmtpServer = {
    received: [],
    behaviour: 'accept',
    get url() {
      return `smtp://127.0.0.1:${port}`
    },
    async shut() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
    async open() {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
      port = (server.address() as AddressInfo).port
    },
  }
  await smtp.open()
  return smtp
}

function serveSmtp(socket: Socket, smtp: TestSmtpServer): void {
  let email: ReceivedEmail = { from: '', to: [], source: '' }
  let body: string[] | undefined
  const answer = (line: string) => socket.write(`${line}\r\n`)
  answer('220 test')
  const lines = createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })
  lines.on('error', () => socket.destroy())
  lines.on('line', (line) => {
    if (body) {
      if (line !== '.') return void body.push(line)
      smtp.received.push({ ...email, source: body.join('\n') })
      body = undefined
      if (smtp.behaviour === 'accept-and-cut') return void socket.destroy()
      return answer('250 taken')
    }
    const command = line.toUpperCase()
    if (command.startsWith('MAIL FROM:')) email = { from: line.slice(10), to: [], source: '' }
    if (command.startsWith('RCPT TO:')) {
      if (typeof smtp.behaviour === 'object')
        return answer(`${smtp.behaviour.refuse} nobody@private.example unknown`)
      email.to.push(line.slice(8))
    }
    if (command === 'DATA') {
      body = []
      return answer('354 go on')
    }
    answer(command === 'QUIT' ? '221 bye' : '250 fine')
    if (command === 'QUIT') socket.end()
  })
}
