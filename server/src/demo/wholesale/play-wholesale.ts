/**
 * The lively business as a wholesale business: forty customers, their certificates, a list of requests, weeks of sales
 * and two audits. It happens in the background, through the same verbs as real use, with their clock set back. A job
 * that was interrupted goes on where it was.
 */
import { listUsers } from '../../features/admin/users/users.ts'
import { readAllNotifications } from '../../features/notifications/notifications.ts'
import { systemCall } from '../../platform/call.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { handle, type JobHandler } from '../../platform/jobs/handle.ts'
import type { Services } from '../../platform/services.ts'
import { seedTeamChats } from '../chats.ts'
import { createAccount } from '../create-account.ts'
import { earlier } from '../earlier.ts'
import { prepareAudits } from './audits.ts'
import { Cast, memberCall } from './cast.ts'
import { type Customer, demoCustomers } from './customers.ts'
import { followUpList, type SentRequest, sendList } from './list-of-requests.ts'
import {
  fillWallet,
  sendCertificate,
  untilProcessed,
  uploadCertificate,
  type Waiting,
} from './receive-certificates.ts'
import { makeSales } from './sales.ts'

export const demoWholesaleJob = defineJob({ name: 'demo-wholesale', payload: Cast })

export const wholesaleJobHandlers = (services: Services): JobHandler[] => [
  handle(demoWholesaleJob, (cast, { signal }) => playWholesale(services, cast, signal)),
]

/** When the list had been out for two weeks. Whoever answered later had been reminded. */
const followUpDaysAgo = 9

export async function playWholesale(services: Services, cast: Cast, signal: AbortSignal): Promise<void> {
  await seedTeamChats(services, cast)
  const sent = await sendList(services, cast)
  await fillWallet(services, cast, signal)
  const inOrder = [...demoCustomers].sort((one, other) => other.sharedDaysAgo - one.sharedDaysAgo)
  const isLate = ({ sharedDaysAgo }: Customer) => sharedDaysAgo < followUpDaysAgo
  const receive = (customers: readonly Customer[]) =>
    receiveCertificates(services, cast, { customers, sent, signal })
  await receive(inOrder.filter((customer) => !isLate(customer)))
  await followUpList(services, cast, sent)
  await readNotifications(services, cast)
  await receive(inOrder.filter(isLate))
  await makeSales(services, cast)
  await prepareAudits(services, cast, signal)
}

/** A few at a time, so that documents which people upload meanwhile don't wait behind all of them. */
const uploadedAtOnce = 6

async function receiveCertificates(
  services: Services,
  cast: Cast,
  {
    customers,
    sent,
    signal,
  }: { customers: readonly Customer[]; sent: ReadonlyMap<string, SentRequest>; signal: AbortSignal },
): Promise<void> {
  const waiting: Waiting[] = []
  const sendFirst = async () => {
    const first = waiting.shift()
    if (first && (await untilProcessed(services, first.uploader, first.documentId, signal))) {
      await sendCertificate(services, cast, first)
    }
  }
  for (const customer of customers) {
    const id = await accountOf(services, cast, customer)
    const request = customer.isAsked ? sent.get(customer.email) : undefined
    const one = id && (await uploadCertificate(services, cast, { customer, id }, request))
    if (one) waiting.push(one)
    if (waiting.length >= uploadedAtOnce) await sendFirst()
  }
  while (waiting.length > 0) await sendFirst()
}

/** What came after this is still unread. */
async function readNotifications(services: Services, cast: Cast): Promise<void> {
  for (const who of ['managerId', 'colleagueId', 'viewerId'] as const) {
    await readAllNotifications(earlier(services, readDaysAgo), memberCall(cast, who))
  }
}

const readDaysAgo = 3
const joinedBeforeDays = 0.5

async function accountOf(
  services: Services,
  cast: Cast,
  { person: name, email, sharedDaysAgo }: Customer,
): Promise<string | undefined> {
  const joinedDaysAgo = sharedDaysAgo + joinedBeforeDays
  const id = await createAccount(services, { name, email, role: 'user', joinedDaysAgo })
  if (id) return id
  const admin = { ...systemCall, actor: { kind: 'person', id: cast.agentId, role: 'admin' } as const }
  const { items } = await listUsers(services, admin, { search: email, limit: 1, sort: 'newest' })
  return items[0]?.id
}
