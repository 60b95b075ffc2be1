import { startSession } from '../features/accounts/index.ts'
import { updateSettings } from '../features/admin/settings/settings.ts'
import { addMember, createBusiness } from '../features/businesses/index.ts'
import { inviteMember } from '../features/businesses/invitations/invitations.ts'
import { getProfile, updateProfile } from '../features/businesses/profile/profile.ts'
import { createLocation } from '../features/coverage/index.ts'
import { notify } from '../features/notifications/index.ts'
import { createTemplate } from '../features/reports/index.ts'
import { scheduleTemplate } from '../features/reports/schedules.ts'
import { type Call, systemCall } from '../platform/call.ts'
import { systemActor } from '../platform/db/actor.ts'
import type { Transaction } from '../platform/db/database.ts'
import type { JobHandler } from '../platform/jobs/handle.ts'
import type { Services } from '../platform/services.ts'
import { blankFormsJobHandlers, demoBlankFormsJob } from './blank-forms.ts'
import { seedChats } from './chats.ts'
import { createAccount } from './create-account.ts'
import { earlier } from './earlier.ts'
import { demoNews } from './news.ts'
import {
  type DemoPerson,
  demoAgent,
  demoColleague,
  demoInvited,
  demoLocations,
  demoPeople,
  demoProfiles,
  demoSupport,
  demoUser,
  demoViewer,
  livelyBusiness,
} from './people.ts'
import { callOf, demoStoryJob, storyJobHandlers, uploadPaper } from './play-story.ts'
import { findPeople } from './queries.ts'
import { demoReportTemplates, weeklyReport } from './report-templates.ts'
import { demoStory, type Episode } from './story.ts'
import { demoWholesaleJob, wholesaleJobHandlers } from './wholesale/play-wholesale.ts'

interface Made {
  id: string
  /** Of whoever registered a business. */
  businessId?: string
}
type Everybody = Map<string, Made>

/** The papers of the demo's user are processed first: whoever looks at the demo looks at them first. */
const storyDelayMs = 20_000

export const demoJobHandlers = (services: Services): JobHandler[] => [
  ...storyJobHandlers(services),
  ...wholesaleJobHandlers(services),
  ...blankFormsJobHandlers(services),
]

/** Loads lively data through the same verbs as real use; what is there already stays as it is. */
export async function seedDemo(services: Services): Promise<void> {
  const everybody: Everybody = new Map()
  const present = await presentAddresses(services)
  for (const person of demoPeople) {
    if (present.has(person.email)) continue
    const made = await createDemoPerson(services, person, everybody)
    if (!made) continue
    everybody.set(person.email, made)
    const profile = demoProfiles[person.email]
    if (profile) await setUpBusiness(services, made, profile)
    if (person.email === livelyBusiness) {
      const manager = callOf(made.id, 'business', made.businessId)
      await inviteMember(services, manager, { email: demoInvited, role: 'viewer' })
    }
    for (const location of demoLocations[person.email] ?? []) {
      await createLocation(services, callOf(made.id, 'business', made.businessId), location)
    }
    if (person.role === 'admin') await setUpInstallation(services, made.id)
    if (person.email === demoUser) await uploadPapers(services, demoStory[demoUser] ?? [], made.id)
  }
  const agent = everybody.get(demoAgent)
  const user = everybody.get(demoUser)
  if (agent && user) await seedChats(services, { agentId: agent.id, userId: user.id })
  await announceWholesale(services, everybody)
}

/** Asked once, because hashing a password for each account that is there already takes long. */
async function presentAddresses({ database }: Services): Promise<Set<string>> {
  const emails = demoPeople.map(({ email }) => email)
  const people = await database.transact(systemActor, (tx) => findPeople(tx, emails), { readOnly: true })
  return new Set(people.map(({ email }) => email))
}

/** In the order of their dates: the newest comes first on the dashboard. */
async function uploadPapers(
  services: Services,
  episodes: readonly Episode[],
  ownerId: string,
): Promise<void> {
  for (const { paper, sharedDaysAgo } of episodes) {
    await uploadPaper(earlier(services, sharedDaysAgo), callOf(ownerId, 'user'), paper)
  }
}

/** Undefined when the person is there already. */
async function createDemoPerson(
  services: Services,
  { business, team, joinedDaysAgo = 0, lastLoginDaysAgo, ...person }: DemoPerson,
  everybody: Everybody,
): Promise<Made | undefined> {
  const then = earlier(services, joinedDaysAgo)
  let businessId: string | undefined
  const id = await createAccount(services, { ...person, joinedDaysAgo }, async (tx, id) => {
    if (team) await joinTeam(services, tx, { team, joinedDaysAgo }, id, everybody)
    if (lastLoginDaysAgo !== undefined) {
      await startSession(earlier(services, lastLoginDaysAgo), tx, systemCall, { id, role: person.role })
    }
    if (business) {
      businessId = await createBusiness(then, tx, systemCall, { ...person, ...business, managerId: id })
    }
    for (const news of team ? [] : demoNews[person.role]) {
      await notify(then, tx, { ...news, audience: { kind: 'person', id } })
    }
    await announceStory(services, tx, person.email, id, everybody)
  })
  return id ? { id, ...(businessId && { businessId }) } : undefined
}

async function joinTeam(
  services: Services,
  tx: Transaction,
  { team, joinedDaysAgo }: Required<Pick<DemoPerson, 'team' | 'joinedDaysAgo'>>,
  userId: string,
  everybody: Everybody,
): Promise<void> {
  const businessId = everybody.get(team.of)?.businessId
  if (!businessId) return
  await addMember(earlier(services, joinedDaysAgo), tx, { businessId, userId, role: team.role })
  const session = { id: userId, role: 'business' } as const
  await startSession(earlier(services, team.lastActiveDaysAgo), tx, systemCall, session)
}

async function setUpBusiness(
  services: Services,
  { id, businessId }: Made,
  profile: (typeof demoProfiles)[string],
): Promise<void> {
  const manager = callOf(id, 'business', businessId)
  const { version, name, email, taxId } = await getProfile(services, manager)
  await updateProfile(services, manager, { version, name, email, taxId, ...profile })
}

/** A job plays the story later, so that the start does not wait for it. */
async function announceStory(
  services: Services,
  tx: Transaction,
  teller: string,
  ownerId: string,
  everybody: Everybody,
): Promise<void> {
  const manager = everybody.get(livelyBusiness)
  const colleague = everybody.get(demoColleague)
  if (!demoStory[teller] || !manager?.businessId || !colleague) return
  const cast = {
    teller,
    ownerId,
    businessId: manager.businessId,
    managerId: manager.id,
    colleagueId: colleague.id,
  }
  const runAt = new Date(services.clock.now().getTime() + storyDelayMs)
  await services.jobs.enqueue(tx, demoStoryJob, cast, { runAt })
}

async function announceWholesale(services: Services, everybody: Everybody): Promise<void> {
  const manager = everybody.get(livelyBusiness)
  const [colleague, viewer, user, agent] = [demoColleague, demoViewer, demoUser, demoAgent].map((email) =>
    everybody.get(email),
  )
  if (!manager?.businessId || !colleague || !viewer || !user || !agent) return
  const cast = {
    startedAt: services.clock.now().toISOString(),
    businessId: manager.businessId,
    managerId: manager.id,
    colleagueId: colleague.id,
    viewerId: viewer.id,
    userId: user.id,
    agentId: agent.id,
  }
  const runAt = new Date(services.clock.now().getTime() + storyDelayMs)
  await services.database.transact(systemActor, (tx) =>
    services.jobs.enqueue(tx, demoWholesaleJob, cast, { runAt }),
  )
}

/** What an administrator does first. */
async function setUpInstallation(services: Services, id: string): Promise<void> {
  const call = { ...systemCall, actor: { kind: 'person', id, role: 'admin' } as const }
  await updateSettings(services, call, { changes: { 'support.email': demoSupport }, seen: {} })
  await services.database.transact(systemActor, (tx) =>
    services.jobs.enqueue(tx, demoBlankFormsJob, { adminId: id }),
  )
  await saveTemplates(services, call, id)
}

/** The administrator also gets the weekly report by email. */
async function saveTemplates(services: Services, call: Call, recipientId: string): Promise<void> {
  for (const template of demoReportTemplates) {
    const { id: templateId, name } = await createTemplate(services, call, template)
    if (name !== weeklyReport) continue
    const times = { every: 'weekly', hour: 8, timeZone: 'America/New_York' } as const
    await scheduleTemplate(services, call, templateId, { ...times, recipientIds: [recipientId] })
  }
}
