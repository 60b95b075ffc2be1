/** Weeks of sales at the counter, each with the receipt of what was answered that day. */
import { saveCheck as saveContract } from '@exempta/contract/coverage'
import { searchCustomers } from '../../features/coverage/customers.ts'
import { listLocations } from '../../features/coverage/locations.ts'
import { listChecks, refundCheck, saveCheck } from '../../features/coverage/receipts.ts'
import type { Services } from '../../platform/services.ts'
import { earlier } from '../earlier.ts'
import { type Cast, memberCall } from './cast.ts'
import { type Customer, demoCustomers } from './customers.ts'

interface Sale {
  customer: Customer
  daysAgo: number
  reference: string
  amountCents: number
  isOwnUse: boolean
  allowedReason: string | null
}

/** Where a manager decided that a sale is fine although the answer was not sure. */
const allowedReasons: Readonly<Record<string, string>> = {
  'Twin Bridges Theater': 'I called the theater. The certificate is current.',
  'Willow Street Church': 'Wisconsin and Iowa list this church. I saw the letter.',
  'Quad River Food Pantry': 'The letter is valid for three more years.',
}
const ownUseOf = 'Larkspur Books'
/** Bought nothing for more than a year. */
const idle = 'Heartland Tool Works'

const firstNumber = 20_417

/** The same for every start, in the order of their days. */
export function planSales(customers: readonly Customer[] = demoCustomers): Sale[] {
  const sales = customers.flatMap((customer, index) => {
    const { outcome, organization, sharedDaysAgo, isSinglePurchase } = customer
    if (outcome.kind === 'pending' || outcome.kind === 'rejected' || organization === idle) return []
    const until = outcome.kind === 'revoked' ? outcome.daysAgo : 0
    const everyDays = 7 + ((index * 5) % 9)
    const days: number[] = []
    for (let day = Math.floor(sharedDaysAgo) - 2; day > until; day -= everyDays) days.push(day)
    return (isSinglePurchase ? days.slice(0, 1) : days).map((day, at) => ({
      customer,
      daysAgo: day + ((index * 7) % 10) / 100,
      amountCents: 4_850 + ((index * 7_919 + at * 15_013) % 180_000),
      isOwnUse: organization === ownUseOf && at === 1,
      allowedReason: at === 0 ? (allowedReasons[organization] ?? null) : null,
    }))
  })
  return sales
    .sort((one, other) => other.daysAgo - one.daysAgo)
    .map((sale, at) => ({ ...sale, reference: `INV-${firstNumber + at}` }))
}

/** What was saved before this job was interrupted is not saved again. */
export async function makeSales(services: Services, cast: Cast): Promise<void> {
  const { items: locations } = await listLocations(services, memberCall(cast, 'managerId'))
  const ids = new Map<string, string | undefined>()
  for (const { customer, daysAgo, reference, amountCents, isOwnUse, allowedReason } of planSales()) {
    const { organization, state } = customer
    if (!ids.has(organization)) ids.set(organization, await customerId(services, cast, organization))
    const id = ids.get(organization)
    const seller = memberCall(cast, allowedReason ? 'managerId' : (sellers[amountCents % 3] ?? 'viewerId'))
    if (!id || (await isSaved(services, cast, reference))) continue
    const body = saveContract.body.parse({
      customerId: id,
      state,
      amountCents,
      isOwnUse,
      reference,
      locationId: locations.find((location) => location.state === state)?.id ?? null,
      allowedReason,
    })
    const { id: receipt } = await saveCheck(earlier(services, daysAgo), seller, body)
    if (reference === refundedReference) await refund(services, cast, { id: receipt, daysAgo, amountCents })
  }
}

const sellers = ['viewerId', 'colleagueId', 'viewerId'] as const
const refundedReference = `INV-${firstNumber + 4}`

const refund = (
  services: Services,
  cast: Cast,
  { id, daysAgo, amountCents }: { id: string; daysAgo: number; amountCents: number },
) =>
  refundCheck(earlier(services, daysAgo - 3), memberCall(cast, 'colleagueId'), {
    id,
    amountCents: Math.round(amountCents / 2),
    reference: `CR-${firstNumber}`,
  })

const isSaved = async (services: Services, cast: Cast, search: string) =>
  (await listChecks(services, memberCall(cast, 'managerId'), { search, limit: 1 })).items.length > 0

async function customerId(services: Services, cast: Cast, name: string): Promise<string | undefined> {
  const { items } = await searchCustomers(services, memberCall(cast, 'managerId'), name)
  return items.find((one) => one.name === name)?.id ?? items[0]?.id
}
