import { BlockList, isIP } from 'node:net'

/** Making a list of a hundred ranges takes a millisecond, asking it nothing: those in use are kept. */
const made = new Map<string, BlockList>()
const maxCompiled = 1000

/** No list and an empty one let everybody in; an address nobody can read is outside of any other. */
export function isAllowedFrom(ranges: readonly string[] | null, untrustedIp: string | null): boolean {
  if (!ranges || ranges.length === 0) return true
  const ip = plainAddress(untrustedIp)
  const version = isIP(ip)
  // A range of IPv4 also takes in its addresses as IPv6 writes them (`::ffff:192.0.2.1`), and the other way round.
  return version !== 0 && listOf(ranges).check(ip, version === 6 ? 'ipv6' : 'ipv4')
}

/** Without the zone of a link-local address, and an IPv4 address as such. */
export function plainAddress(untrustedIp: string | null): string {
  const ip = untrustedIp?.split('%')[0] ?? ''
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip
}

function listOf(ranges: readonly string[]): BlockList {
  const key = ranges.join()
  let list = made.get(key)
  if (!list) {
    list = new BlockList()
    for (const range of ranges) addRange(list, range)
    if (made.size >= maxCompiled) made.clear()
    made.set(key, list)
  }
  return list
}

function addRange(list: BlockList, range: string): void {
  const [address = '', prefix] = range.split('/')
  const isVersion6 = isIP(address) === 6
  const bits = prefix === undefined ? (isVersion6 ? 128 : 32) : Number(prefix)
  list.addSubnet(address, bits, isVersion6 ? 'ipv6' : 'ipv4')
}
