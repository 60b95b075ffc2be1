/** Where emails of customers arrive, when that's configured (0390). */
import { Resolver } from 'node:dns/promises'

/** Answers as `dns.promises.resolve` does, and fails with its codes. */
export type DnsResolver = (name: string, type: string) => Promise<string[] | string[][]>

/** Where the program itself receives emails over SMTP; with the files of a certificate and its key, if it has one. */
export interface SmtpListenerConfig {
  readonly port: number
  readonly host: string
  readonly tls: { cert: string; key: string } | undefined
}

export interface InboundEmail {
  /** The mailbox that emails are fetched from; undefined where they come over SMTP alone. */
  imapUrl: string | undefined
  /** The address whose local part holds the token. */
  addressOf(token: string): string
  /** The token in an address of ours, in lower case; undefined for any other address. */
  tokenIn(untrustedAddress: string): string | undefined
  /** Looks up what senders publish about themselves. Tests replace it. */
  resolveDns: DnsResolver
}

const lookupMs = 5000

const systemResolver = (): DnsResolver => {
  const resolver = new Resolver({ timeout: lookupMs, tries: 2 })
  return async (name, type) => (await resolver.resolve(name, type)) as string[] | string[][]
}

/** `place` is a domain (reply.example.org) or a mailbox that takes plus addresses (certificates@example.org). */
export function inboundEmailAt(
  place: string,
  {
    resolveDns = systemResolver(),
    imapUrl,
  }: { resolveDns?: DnsResolver | undefined; imapUrl?: string | undefined } = {},
): InboundEmail {
  const lower = place.toLowerCase()
  const [mailbox, domain] = lower.includes('@') ? (lower.split('@') as [string, string]) : [undefined, lower]
  const start = mailbox === undefined ? '' : `${mailbox}+`
  return {
    addressOf: (token) => `${start}${token}@${domain}`,
    tokenIn(untrustedAddress) {
      const address = untrustedAddress.trim().toLowerCase()
      const at = address.lastIndexOf('@')
      const local = address.slice(0, at)
      return at > 0 && address.slice(at + 1) === domain && local.startsWith(start)
        ? local.slice(start.length)
        : undefined
    },
    resolveDns,
    imapUrl,
  }
}
