import { isIP } from 'node:net'

/** A proxy's header need not contain a valid address, and the zone of a link-local one means nothing elsewhere. */
export function networkAddress(untrustedIp: string | null): string | null {
  const ip = untrustedIp?.split('%')[0] ?? ''
  return isIP(ip) ? ip : null
}
