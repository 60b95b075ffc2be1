/** A mailbox as a mail server offers it over IMAP: as much of RFC 9051 as fetching needs. */

import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

interface Kept {
  uid: number
  source: Buffer
  flags: Set<string>
}

export interface ImapServer {
  url: string
  /** What the mailbox holds, oldest first. */
  messages: Kept[]
  deliver(source: string): void
  close(): Promise<void>
}

const user = 'certificates'
const password = 'mailbox secret'

export async function startImapServer(): Promise<ImapServer> {
  const messages: Kept[] = []
  const sockets = new Set<Socket>()
  let lastUid = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    const say = (line: string) => socket.write(`${line}\r\n`)
    say('* OK [CAPABILITY IMAP4rev1 UIDPLUS] ready')
    let typed = ''
    socket.on('data', (piece) => {
      typed += piece.toString('latin1')
      for (let end = typed.indexOf('\r\n'); end >= 0; end = typed.indexOf('\r\n')) {
        const [tag = '*', ...words] = typed.slice(0, end).split(' ')
        typed = typed.slice(end + 2)
        say(`${tag} ${answer(words.join(' '), socket)}`)
        if (/^logout/i.test(words[0] ?? '')) socket.end()
      }
    })
  })

  const withUid = (uid: string | undefined) => messages.filter((one) => `${one.uid}` === uid)

  /** Returns the tagged line after the untagged ones. */
  function answer(command: string, socket: Socket): string {
    const say = (line: string | Buffer) => {
      socket.write(line)
      socket.write('\r\n')
    }
    if (/^capability/i.test(command)) say('* CAPABILITY IMAP4rev1 UIDPLUS')
    else if (/^login/i.test(command)) {
      const isRight = command.includes(user) && command.includes(password)
      if (!isRight) return 'NO [AUTHENTICATIONFAILED] Wrong password'
    } else if (/^list/i.test(command)) say('* LIST () "/" "INBOX"')
    else if (/^select/i.test(command)) {
      say(`* ${messages.length} EXISTS`)
      say('* FLAGS (\\Seen \\Deleted)')
      say('* OK [PERMANENTFLAGS (\\Seen \\Deleted)] allowed')
      say('* OK [UIDVALIDITY 1] valid')
      say(`* OK [UIDNEXT ${lastUid + 1}] next`)
      return 'OK [READ-WRITE] selected'
    } else if (/^uid search/i.test(command)) {
      const unseen = messages.filter(({ flags }) => !flags.has('\\Seen')).map(({ uid }) => uid)
      say(['* SEARCH', ...unseen].join(' '))
    } else if (/^uid fetch/i.test(command)) fetchOf(command, say)
    else if (/^uid store/i.test(command)) {
      for (const { flags } of withUid(/store (\d+)/i.exec(command)?.[1])) {
        for (const [flag] of command.matchAll(/\\\w+/g)) flags.add(flag)
      }
    } else if (/expunge/i.test(command)) {
      for (const one of messages.filter(({ flags }) => flags.has('\\Deleted'))) {
        const at = messages.indexOf(one)
        messages.splice(at, 1)
        say(`* ${at + 1} EXPUNGE`)
      }
    } else if (/^logout/i.test(command)) say('* BYE')
    return 'OK done'
  }

  function fetchOf(command: string, say: (line: Buffer) => void): void {
    for (const one of withUid(/fetch (\d+)/i.exec(command)?.[1])) {
      const [, part = '', start = '', count = ''] =
        /body(?:\.peek)?(\[[^\]]*\])(?:<(\d+)\.(\d+)>)?/i.exec(command) ?? []
      const headers = one.source.subarray(0, one.source.indexOf('\r\n\r\n') + 4)
      const whole = /header/i.test(part) ? headers : one.source
      const content = start ? whole.subarray(Number(start), Number(start) + Number(count)) : whole
      const begin = start ? `<${start}>` : ''
      const facts = `UID ${one.uid} RFC822.SIZE ${one.source.length} FLAGS (${[...one.flags].join(' ')})`
      const body = part ? ` BODY${part}${begin} {${content.length}}\r\n` : ''
      const line = `* ${messages.indexOf(one) + 1} FETCH (${facts}${body}`
      say(Buffer.concat([Buffer.from(line, 'latin1'), part ? content : Buffer.alloc(0), Buffer.from(')')]))
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `imap://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/INBOX`,
    messages,
    deliver(source) {
      lastUid += 1
      messages.push({ uid: lastUid, source: Buffer.from(source, 'latin1'), flags: new Set() })
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
