import { isIP } from 'node:net'

/** What a proxy claims need not be an address; the zone of a link-local one means nothing elsewhere. */
export function networkAddress(untrustedIp: string | null): string | null {
  const ip = untrustedIp?.split('%')[0] ?? ''
  return isIP(ip) ? ip : null
}
