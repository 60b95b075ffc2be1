import { expect, it } from 'vitest'
import { isAllowedFrom, plainAddress } from './address-list.ts'

it.each<[ranges: string[] | null, ip: string | null, isAllowed: boolean]>([
  [null, null, true],
  [[], '192.0.2.1', true],
  [['192.0.2.0/24'], '192.0.2.255', true],
  [['192.0.2.0/24'], '192.0.3.0', false],
  [['192.0.2.7'], '192.0.2.7', true],
  [['192.0.2.7'], '192.0.2.8', false],
  [['192.0.2.0/24'], '::ffff:192.0.2.9', true],
  [['192.0.2.0/24'], '::ffff:c000:209', true],
  [['192.0.2.0/24'], '::ffff:192.0.3.9', false],
  [['::ffff:192.0.2.0/120'], '192.0.2.9', true],
  [['2001:db8::/32'], '2001:db8:ffff::1', true],
  [['2001:db8::/32'], '2001:db9::1', false],
  [['2001:db8::1'], '2001:DB8:0:0::1', true],
  [['fe80::/10'], 'fe80::1%eth0', true],
  [['0.0.0.0/0'], '2001:db8::1', false],
  [['192.0.2.0/24', '2001:db8::/32'], '2001:db8::1', true],
  [['192.0.2.0/24'], 'unknown', false],
  [['192.0.2.0/24'], '', false],
  [['192.0.2.0/24'], null, false],
])('the list %j and the address %j: %s', (ranges, ip, isAllowed) => {
  expect(isAllowedFrom(ranges, ip)).toBe(isAllowed)
})

it('shows an address as people know it', () => {
  expect(['::ffff:192.0.2.1', 'fe80::1%eth0', '192.0.2.1', null].map(plainAddress)).toEqual([
    '192.0.2.1',
    'fe80::1',
    '192.0.2.1',
    '',
  ])
})
