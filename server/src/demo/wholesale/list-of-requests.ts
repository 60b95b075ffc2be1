/** The business asks a list of customers for certificates. Some answer, some only look, and some are reminded. */
import { Readable } from 'node:stream'
import { csvLine } from '@exempta/contract/csv'
import { dayMs } from '@exempta/contract/durations'
import type { CertificateRequest } from '@exempta/contract/requests'
import { declineRequest } from '../../features/requests/answers/send.ts'
import { getRequestPage } from '../../features/requests/answers/visit.ts'
import { listCampaigns, remindCampaign, startCampaign } from '../../features/requests/campaigns/campaigns.ts'
import { importCampaign } from '../../features/requests/campaigns/import-campaign.ts'
import { sendCampaigns } from '../../features/requests/campaigns/send-campaigns.ts'
import { listRequests } from '../../features/requests/requests.ts'
import type { UploadPart } from '../../platform/http/read-upload.ts'
import type { Services } from '../../platform/services.ts'
import { earlier } from '../earlier.ts'
import { type Cast, memberCall, visitor } from './cast.ts'
import { demoCustomers } from './customers.ts'

export const listName = 'Customers without a certificate'
const message =
  'We’re getting our records ready for the end of the year. Please send us your current certificate.'
const sentDaysAgo = 24
const remindedDaysAgo = 9

interface Silent {
  customer: string
  email: string
  state: string
  /** Never opened without it. */
  openedDaysAgo?: number
  refuses?: 'not-exempt' | 'no-email'
}

/** Whoever was asked and has sent nothing. */
export const silentCustomers: readonly Silent[] = [
  { customer: 'Gooseberry Gifts', email: 'shop@gooseberry-gifts.example', state: 'MN', openedDaysAgo: 23 },
  { customer: 'Enger Tower Pizza', email: 'owner@enger-pizza.example', state: 'MN', openedDaysAgo: 8.5 },
  { customer: 'Lester River Nursery', email: 'hello@lester-nursery.example', state: 'MN' },
  {
    customer: 'Saint Croix Canoes',
    email: 'info@saint-croix-canoes.example',
    state: 'WI',
    openedDaysAgo: 20,
  },
  { customer: 'Hayward Ski Shop', email: 'orders@hayward-ski.example', state: 'WI' },
  { customer: 'Mound Farm Stand', email: 'stand@mound-farm.example', state: 'IA', openedDaysAgo: 8.2 },
  { customer: 'Czech Corner Bakery', email: 'bakery@czech-corner.example', state: 'IA' },
  { customer: 'Grinnell Street Frames', email: 'frames@grinnell-street.example', state: 'IA' },
  {
    customer: 'Isle View Motel',
    email: 'desk@isle-view-motel.example',
    state: 'MI',
    openedDaysAgo: 22,
    refuses: 'not-exempt',
  },
  { customer: 'Negaunee Bike Repair', email: 'bikes@negaunee-bikes.example', state: 'MI', openedDaysAgo: 6 },
  { customer: 'Ishpeming Ice Rink', email: 'rink@ishpeming-rink.example', state: 'MI' },
  {
    customer: 'Fox Valley Painters',
    email: 'paint@fox-valley.example',
    state: 'WI',
    openedDaysAgo: 17,
    refuses: 'no-email',
  },
]

/** The list as someone exported it, with the lines that such lists have. */
function fileOf(start: Date): string {
  const saleOn = new Date(start.getTime() - 40 * dayMs).toISOString().slice(0, 10)
  const asked = demoCustomers.filter(({ isAsked }) => isAsked)
  const good = [
    ...asked.map(({ organization, email, state }) => ({ customer: organization, email, state })),
    ...silentCustomers,
  ]
  const rows = good.map(({ customer, email, state }, i) => [
    customer,
    `C-${1040 + 3 * i}`,
    email,
    state,
    saleOn,
  ])
  const twice = rows[0] ?? []
  return [
    ['Customer', 'Customer number', 'Email', 'State', 'Last invoice date'],
    ...rows,
    ['Bear Paw Bakery', 'C-1190', '', 'MN', saleOn],
    ['Moose Lake Motors', 'C-1193', 'service@moose-lake', 'MN', saleOn],
    twice,
  ]
    .map(csvLine)
    .join('')
}

/** A request that went out, with the token of its link. */
export interface SentRequest {
  email: string
  token: string
  isReceived: boolean
  isOpened: boolean
}

/** Sends the list, unless that was done before this job was interrupted. Returns its requests by address. */
export async function sendList(services: Services, cast: Cast): Promise<Map<string, SentRequest>> {
  const at = earlier(services, sentDaysAgo)
  const manager = memberCall(cast, 'managerId')
  const { items } = await listCampaigns(services, manager, { limit: 100 })
  const known = items.find(({ name }) => name === listName)
  const id = known?.id ?? (await importCampaign(at, manager, parts(new Date(cast.startedAt))))
  if (!known || known.status === 'draft') await startCampaign(at, manager, { id, subject: null, message })
  await sendCampaigns(at)
  return listSent(services, cast)
}

async function* parts(start: Date): AsyncGenerator<UploadPart, void, void> {
  yield { kind: 'field', name: 'name', value: listName }
  const content = Readable.from([Buffer.from(fileOf(start))])
  yield { kind: 'file', field: 'file', untrustedName: 'customers.csv', content }
}

async function listSent(services: Services, cast: Cast): Promise<Map<string, SentRequest>> {
  const sent = new Map<string, SentRequest>()
  let cursor: string | undefined
  do {
    const page = await listRequests(services, memberCall(cast, 'managerId'), { limit: 100, cursor })
    for (const request of page.items) {
      const { email, receivedAt, openedAt } = request
      if (!email) continue
      sent.set(email, {
        email,
        token: tokenOf(request),
        isReceived: receivedAt !== null,
        isOpened: openedAt !== null,
      })
    }
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return sent
}

const tokenOf = ({ link }: CertificateRequest) => link.slice(link.lastIndexOf('/') + 1)

/** What happened to the list after the first answers: looks, refusals, and a reminder for the others. */
export async function followUpList(
  services: Services,
  cast: Cast,
  sent: ReadonlyMap<string, SentRequest>,
): Promise<void> {
  const before = silentCustomers.filter(({ openedDaysAgo = 0 }) => openedDaysAgo > remindedDaysAgo)
  const after = silentCustomers.filter((one) => (one.openedDaysAgo ?? 0) > 0 && !before.includes(one))
  for (const one of before) await visit(services, one, sent)
  const manager = memberCall(cast, 'managerId')
  const { items } = await listCampaigns(services, manager, { limit: 100 })
  const list = items.find(({ name }) => name === listName)
  const at = earlier(services, remindedDaysAgo)
  if (list && list.status !== 'closed') {
    await remindCampaign(at, manager, list.id)
    await sendCampaigns(at)
  }
  for (const one of after) await visit(services, one, sent)
}

async function visit(
  services: Services,
  { email, openedDaysAgo, refuses }: Silent,
  sent: ReadonlyMap<string, SentRequest>,
): Promise<void> {
  const request = sent.get(email)
  if (!request || request.isOpened || openedDaysAgo === undefined) return
  const at = earlier(services, openedDaysAgo)
  await getRequestPage(at, visitor, { token: request.token, cookie: undefined })
  if (refuses) await declineRequest(at, visitor, request.token, refuses)
}
