import { z } from 'zod'
import { only } from '../access.ts'
import { defineRoute } from '../route.ts'
import { ExactLine } from '../text.ts'
import { businessLimits } from './limits.ts'

const tag = 'IP access'

const rangeAdvice = 'Please enter an address or a range such as 192.0.2.0/24 or 2001:db8::/32'

export const IpRange = ExactLine(businessLimits.ipRangeLength, { tooLong: rangeAdvice }).pipe(
  z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()], rangeAdvice),
)

/** Addresses and ranges from which an area may be used; an empty list allows all. */
export const IpList = z.strictObject({
  ranges: z
    .array(IpRange)
    .max(businessLimits.ipRanges, `Please enter at most ${businessLimits.ipRanges} ranges`),
  seen: z
    .array(z.string())
    .max(businessLimits.ipRanges)
    .optional()
    .describe('The list the page showed. If someone else changed it since, the change is refused.'),
})
export type IpList = z.infer<typeof IpList>

export const IpListAnswer = z.object({
  ranges: z.array(z.string()).describe('As sorted ranges without duplicates'),
  yourAddress: z.string().describe('The network address of this request'),
})
export type IpListAnswer = z.infer<typeof IpListAnswer>

export const getAdminIpList = defineRoute({
  method: 'GET',
  path: '/api/admin/ip-list',
  summary: 'Get the networks administrators may use',
  tag,
  access: only('admin'),
  response: IpListAnswer,
})

export const updateAdminIpList = defineRoute({
  method: 'PUT',
  path: '/api/admin/ip-list',
  summary: 'Set the networks administrators may use. A list without your own address is refused.',
  tag,
  access: only('admin'),
  body: IpList,
  response: IpListAnswer,
  errors: ['locks-you-out', 'conflict'],
})

export const getBusinessIpList = defineRoute({
  method: 'GET',
  path: '/api/business/ip-list',
  summary: 'Get the networks your business may be used from',
  tag,
  access: only('business'),
  response: IpListAnswer,
  errors: ['not-allowed'],
})

export const updateBusinessIpList = defineRoute({
  method: 'PUT',
  path: '/api/business/ip-list',
  summary:
    'Set the networks your business may be used from (managers). A list without your own address is refused.',
  tag,
  access: only('business'),
  body: IpList,
  response: IpListAnswer,
  errors: ['locks-you-out', 'conflict', 'not-allowed'],
})
