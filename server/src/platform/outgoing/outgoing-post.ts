import { Resolver } from 'node:dns/promises'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Public by their class, but used by clouds for services inside their machines. */
const metadata = new Set(['168.63.129.16'])

const globalUnicast = ipaddr.parseCIDR('2000::/3')
const documentation = ipaddr.parseCIDR('3fff::/20')

/**
 * Only public addresses: the class `unicast` excludes private, loopback, link-local, carrier-grade, multicast and
 * reserved ranges, and every form of IPv6 that embeds an IPv4 address.
 */
export function isPublicAddress(untrustedAddress: string): boolean {
  if (!ipaddr.isValid(untrustedAddress) || metadata.has(untrustedAddress)) return false
  const address = ipaddr.parse(untrustedAddress)
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || (address.match(globalUnicast) && !address.match(documentation))
}

/** Resolves all addresses of a name. Tests replace it. */
type ResolveHost = (name: string, signal: AbortSignal) => Promise<string[]>

/**
 * Asks the name servers directly: the hosts file of this machine must not matter, and a name server that does not
 * answer delays nothing else.
 */
const resolveHost: ResolveHost = async (name, signal) => {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/**
 * Calls servers that users named. The name is resolved once per call, every address is checked, and the connection
 * uses the checked addresses, so there is no second lookup that could return others. Redirects are not followed.
 */

interface OutgoingRequest {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body: string
  /** For the whole call: name lookup, connection and response. */
  timeoutMs: number
  answerMaxBytes: number
  signal?: AbortSignal
}

export type PostRequest = Omit<OutgoingRequest, 'method'>

export interface PostAnswer {
  statusCode: number
  contentType: string | undefined
  /** The beginning of the response; the rest is not read. */
  untrustedAnswer: Buffer
}

export type PostFailure =
  | 'address-not-allowed'
  | 'name-not-found'
  | 'not-reachable'
  | 'not-secure'
  | 'timed-out'

export class PostFailedError extends Error {
  override name = 'PostFailedError'
  readonly failure: PostFailure

  constructor(failure: PostFailure, options?: ErrorOptions) {
    super(failure, options)
    this.failure = failure
  }
}

export interface OutgoingPost {
  /** Why an address cannot be used, as far as that is known without resolving its name. */
  refusalOf(untrustedUrl: string): string | undefined
  post(request: PostRequest): Promise<PostAnswer>
  request(request: OutgoingRequest): Promise<PostAnswer>
  /** Whether the operator allows http and private addresses. */
  readonly allowsPrivate: boolean
}

export interface OutgoingOptions {
  allowsPrivate: boolean
  resolve?: ResolveHost
  isAllowed?: (address: string) => boolean
}

const ports = new Set(['', '443', '8443'])

export function createOutgoingPost(options: OutgoingOptions): OutgoingPost {
  const { allowsPrivate, resolve = resolveHost } = options
  const isAllowed = options.isAllowed ?? (allowsPrivate ? () => true : isPublicAddress)

  function refusalOf(untrustedUrl: string): string | undefined {
    const url = new URL(untrustedUrl)
    if (allowsPrivate) return undefined
    if (url.protocol !== 'https:') return 'Please enter a web address that starts with https://'
    if (!ports.has(url.port)) return 'Please use port 443 or 8443'
    const host = hostOf(url)
    const isWithin = isIP(host) ? !isAllowed(host) : !host.includes('.') || host.endsWith('.localhost')
    return isWithin ? 'Please enter an address that can be reached from the internet' : undefined
  }

  async function addressesOf(url: URL, signal: AbortSignal): Promise<string[]> {
    const host = hostOf(url)
    const addresses = isIP(host) ? [host] : await resolve(host, signal)
    if (addresses.length === 0) throw new PostFailedError('name-not-found')
    if (!addresses.every(isAllowed)) throw new PostFailedError('address-not-allowed')
    return addresses
  }

  async function request({ timeoutMs, signal: given, ...asked }: OutgoingRequest): Promise<PostAnswer> {
    if (refusalOf(asked.url)) throw new PostFailedError('address-not-allowed')
    const timeout = AbortSignal.timeout(timeoutMs)
    const signal = given ? AbortSignal.any([given, timeout]) : timeout
    const url = new URL(asked.url)
    try {
      const addresses = await abortable(addressesOf(url, signal), signal)
      return await send(url, addresses, asked, signal)
    } catch (error) {
      if (timeout.aborted) throw new PostFailedError('timed-out', { cause: error })
      throw error instanceof PostFailedError ? error : new PostFailedError(failureOf(error), { cause: error })
    }
  }

  return {
    refusalOf,
    request,
    allowsPrivate,
    post: (asked) => request({ ...asked, method: 'POST' }),
  }
}

/** Without the brackets of IPv6. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

function send(
  url: URL,
  addresses: readonly string[],
  { method, headers, body, answerMaxBytes }: Omit<OutgoingRequest, 'url' | 'timeoutMs'>,
  signal: AbortSignal,
): Promise<PostAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<PostAnswer>()
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)({
    hostname: hostOf(url),
    port: url.port,
    path: url.pathname + url.search,
    method,
    headers: method === 'GET' ? headers : { ...headers, 'content-length': Buffer.byteLength(body) },
    // Connections are not reused, so that every call checks the address again.
    agent: false,
    lookup: answering(addresses),
    signal,
  })
  request.on('error', reject)
  request.on('response', (answer) => {
    readStart(answer, answerMaxBytes)
      .then((untrustedAnswer) =>
        resolve({
          statusCode: answer.statusCode ?? 0,
          contentType: answer.headers['content-type'],
          untrustedAnswer,
        }),
      )
      .catch(reject)
      .finally(() => request.destroy())
  })
  request.end(method === 'GET' ? undefined : body)
  return promise
}

/** Replaces the connection's own lookup, so that it can only use checked addresses. */
const answering =
  (addresses: readonly string[]): LookupFunction =>
  (_name, options, done) => {
    const checked = addresses.map((address) => ({ address, family: isIP(address) }))
    const [first] = checked
    if (options.all || !first) done(null, checked)
    else done(null, first.address, first.family)
  }

async function readStart(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of answer) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= maxBytes) break
  }
  return Buffer.concat(chunks).subarray(0, maxBytes)
}

function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([work, aborted])
}

function failureOf(error: unknown): PostFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /CERT|TLS|SSL|EPROTO|UNABLE_TO/.test(code) ? 'not-secure' : 'not-reachable'
}
