import { BlockList, isIP } from 'node:net'

/**
 * Compiling a list of a hundred ranges takes a millisecond and checking it takes almost nothing, so lists in use are
 * cached.
 */
const made = new Map<string, BlockList>()
const maxCompiled = 1000

/** No list or an empty one allows every address. An address that cannot be parsed is in no list. */
export function isAllowedFrom(ranges: readonly string[] | null, untrustedIp: string | null): boolean {
  if (!ranges || ranges.length === 0) return true
  const ip = plainAddress(untrustedIp)
  const version = isIP(ip)
  // An IPv4 range also matches IPv4-mapped IPv6 addresses (`::ffff:192.0.2.1`), and the other way round.
  return version !== 0 && listOf(ranges).check(ip, version === 6 ? 'ipv6' : 'ipv4')
}

/** Removes the zone of a link-local address and unwraps IPv4-mapped addresses. */
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
