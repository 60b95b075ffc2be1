import { prepareAccount, startSession } from '../features/accounts/index.ts'
import { addMember, createBusiness } from '../features/businesses/index.ts'
import { inviteMember } from '../features/businesses/invitations/invitations.ts'
import { getProfile, updateProfile } from '../features/businesses/profile/profile.ts'
import { createLocation } from '../features/coverage/index.ts'
import { notify } from '../features/notifications/index.ts'
import { createTemplate } from '../features/reports/index.ts'
import { AppError } from '../platform/app-error.ts'
import { systemCall } from '../platform/call.ts'
import { systemActor } from '../platform/db/actor.ts'
import type { Transaction } from '../platform/db/database.ts'
import type { Services } from '../platform/services.ts'
import { seedChats } from './chats.ts'
import { earlier } from './earlier.ts'
import { demoNews } from './news.ts'
import {
  type DemoPerson,
  demoAgent,
  demoColleague,
  demoInvited,
  demoLocations,
  demoPassword,
  demoPeople,
  demoUser,
  livelyBusiness,
} from './people.ts'
import { callOf, demoStoryJob, uploadPaper } from './play-story.ts'
import { demoReportTemplates } from './report-templates.ts'
import { demoStory, type Episode } from './story.ts'

interface Made {
  id: string
  /** Of whoever registered a business. */
  businessId?: string
}
type Everybody = Map<string, Made>

/** The papers of the demo's user are processed first: whoever looks at the demo looks at them first. */
const storyDelayMs = 20_000

/** Loads lively data through the same verbs as real use; what is there already stays as it is. */
export async function seedDemo(services: Services): Promise<void> {
  const everybody: Everybody = new Map()
  for (const person of demoPeople) {
    const made = await createDemoPerson(services, person, everybody)
    if (!made) continue
    everybody.set(person.email, made)
    if (person.email === livelyBusiness) await setUpBusiness(services, made)
    if (person.role === 'admin') await saveTemplates(services, made.id)
    if (person.email === demoUser) await uploadPapers(services, demoStory[demoUser] ?? [], made.id)
  }
  const agent = everybody.get(demoAgent)
  const user = everybody.get(demoUser)
  if (agent && user) await seedChats(services, { agentId: agent.id, userId: user.id })
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
  { business, team, joinedDaysAgo = 0, ...person }: DemoPerson,
  everybody: Everybody,
): Promise<Made | undefined> {
  const create = await prepareAccount({ ...person, password: demoPassword, isEmailVerified: true })
  const then = earlier(services, joinedDaysAgo)
  try {
    return await services.database.transact(systemActor, async (tx) => {
      const id = await create(then, tx)
      if (team) await joinTeam(services, tx, { team, joinedDaysAgo }, id, everybody)
      const made = business
        ? {
            id,
            businessId: await createBusiness(then, tx, systemCall, { ...person, ...business, managerId: id }),
          }
        : { id }
      for (const news of team ? [] : demoNews[person.role]) {
        await notify(then, tx, { ...news, audience: { kind: 'person', id } })
      }
      await announceStory(services, tx, person.email, id, everybody)
      return made
    })
  } catch (error) {
    if (error instanceof AppError && error.code === 'address-taken') return
    throw error
  }
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

async function setUpBusiness(services: Services, { id, businessId }: Made): Promise<void> {
  const manager = callOf(id, 'business', businessId)
  const { version, name, email, taxId } = await getProfile(services, manager)
  await updateProfile(services, manager, {
    version,
    name,
    email,
    taxId,
    phone: '+1 218 555 0142',
    website: 'https://maple-street.example/',
    address: '12 Maple Street\nDuluth, MN 55802',
    type: 'Retail',
  })
  await inviteMember(services, manager, { email: demoInvited, role: 'viewer' })
  for (const location of demoLocations) await createLocation(services, manager, location)
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

async function saveTemplates(services: Services, id: string): Promise<void> {
  const call = { ...systemCall, actor: { kind: 'person', id, role: 'admin' } as const }
  for (const template of demoReportTemplates) await createTemplate(services, call, template)
}
