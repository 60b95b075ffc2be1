import { Resolver } from 'node:dns/promises'

/** All addresses of a name. The port to the name servers: tests answer in their place. */
export type ResolveHost = (name: string, signal: AbortSignal) => Promise<string[]>

/**
 * Asks the name servers directly: the file of host names of this machine is nobody else's business, and a name server
 * that does not answer holds up nothing but its own question.
 */
export const resolveHost: ResolveHost = async (name, signal) => {
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
