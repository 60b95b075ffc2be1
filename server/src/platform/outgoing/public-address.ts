import ipaddr from 'ipaddr.js'

/** Public by their class, but what a cloud answers from within its machines. */
const metadata = new Set(['168.63.129.16'])

const globalUnicast = ipaddr.parseCIDR('2000::/3')
const documentation = ipaddr.parseCIDR('3fff::/20')

/**
 * Only what every network would route to somebody else: the class `unicast` leaves out private, loopback,
 * link-local, carrier-grade, multicast and reserved ranges, and every form of IPv6 that carries an IPv4 address.
 */
export function isPublicAddress(untrustedAddress: string): boolean {
  if (!ipaddr.isValid(untrustedAddress) || metadata.has(untrustedAddress)) return false
  const address = ipaddr.parse(untrustedAddress)
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || (address.match(globalUnicast) && !address.match(documentation))
}
