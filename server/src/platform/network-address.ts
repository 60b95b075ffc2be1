import { isIP, isIPv6 } from 'node:net'

/** A proxy's header need not contain a valid address, and the zone of a link-local one means nothing elsewhere. */
export function networkAddress(untrustedIp: string | null): string | null {
  const ip = untrustedIp?.split('%')[0] ?? ''
  return isIP(ip) ? ip : null
}

/** One household or server owns a whole IPv6 /64, so that is what counts as one source. */
export function sourceOf(ip: string): string {
  if (!isIPv6(ip) || ip.startsWith('::ffff:')) return ip
  const [head = '', tail] = ip.split('::')
  const groups = head ? head.split(':') : []
  if (tail !== undefined) {
    const rest = tail ? tail.split(':') : []
    while (groups.length + rest.length < 8) groups.push('0')
    groups.push(...rest)
  }
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
