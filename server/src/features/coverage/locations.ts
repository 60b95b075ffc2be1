import type { Location, LocationInput } from '@exempta/contract/coverage'
import { states } from '@exempta/knowledge/states'
import type { z } from 'zod'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { timeOrderedId } from '../../platform/identifiers.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { requireManager, requireMember } from '../businesses/index.ts'
import { limits } from './limits.ts'
import { deleteLocation, insertLocation, listLocationsOf, putLocation } from './queries/locations.ts'

type Input = z.output<typeof LocationInput>

export function listLocations({ database }: Services, call: Call): Promise<{ items: Location[] }> {
  const person = personOf(call)
  return database.transact(
    person,
    async (tx) => {
      const { businessId } = await requireMember(tx, person)
      return { items: await listLocationsOf(tx, businessId) }
    },
    { readOnly: true },
  )
}

export function createLocation(services: Services, call: Call, input: Input): Promise<Location> {
  return change(services, call, 'location.create', async (tx, businessId) => {
    requireState(input)
    const all = await listLocationsOf(tx, businessId)
    if (all.length >= limits.locations) {
      throw new AppError('conflict', { text: `You can have up to ${limits.locations} locations.` })
    }
    requireNewName(all, input)
    const now = services.clock.now()
    const location = { id: timeOrderedId(now), ...input }
    await insertLocation(tx, { ...location, business_id: businessId, created_at: now })
    return location
  })
}

export function updateLocation(
  services: Services,
  call: Call,
  { id, ...input }: Input & { id: string },
): Promise<Location> {
  return change(services, call, 'location.update', async (tx, businessId) => {
    requireState(input)
    const all = await listLocationsOf(tx, businessId)
    requireNewName(
      all.filter((one) => one.id !== id),
      input,
    )
    if (!(await putLocation(tx, businessId, { id, ...input }))) throw new AppError('not-found')
    return { id, ...input }
  })
}

export async function removeLocation(services: Services, call: Call, id: string): Promise<void> {
  await change(services, call, 'location.remove', async (tx, businessId) => {
    if (!(await deleteLocation(tx, businessId, id))) throw new AppError('not-found')
  })
}

function change<T>(
  services: Services,
  call: Call,
  action: 'location.create' | 'location.update' | 'location.remove',
  work: (tx: Transaction, businessId: string) => Promise<T>,
): Promise<T> {
  const person = personOf(call)
  return services.database.transact(person, async (tx) => {
    const { businessId } = await requireManager(tx, person)
    const result = await work(tx, businessId)
    const target = { kind: 'business', id: businessId } as const
    await recordAudit(tx, call, { at: services.clock.now(), action, target })
    publish(tx, `business:${businessId}`, 'changed', { topic: 'business', ids: [] })
    return result
  })
}

function requireState({ state }: Input): void {
  if (!states.has(state)) {
    throw new AppError('invalid-input', { fields: [{ path: 'state', message: 'Please choose a state' }] })
  }
}

function requireNewName(others: readonly Location[], { name }: Input): void {
  if (others.some((one) => one.name.toLowerCase() === name.toLowerCase())) {
    const message = 'Another location has this name already'
    throw new AppError('invalid-input', { fields: [{ path: 'name', message }] })
  }
}
