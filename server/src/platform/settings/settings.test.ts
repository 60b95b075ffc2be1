import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { movableClock } from '../../../test/movable-clock.ts'
import type { Call } from '../call.ts'
import { type Actor, anonymousActor, systemActor } from '../db/actor.ts'
import type { Database } from '../db/database.ts'
import { createLog } from '../log.ts'
import { selectSettings } from './queries.ts'
import { Settings } from './settings.ts'

const admin: Actor = { kind: 'person', id: randomUUID(), role: 'admin' }
const call: Call = { actor: admin, origin: { ip: null, userAgent: null, requestId: null } }
const clock = movableClock()

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.dispose())

/** Settings as a separate process would have them, with an event for each read. */
function startSettings(through: Partial<Database> = {}) {
  const lines: string[] = []
  const write = (chunk: unknown, _encoding: string, done: () => void) => {
    lines.push(String(chunk))
    done()
  }
  const log = createLog('warn', new Writable({ write }))
  const reads = new EventTarget()
  const watched: Database = Object.create(database, {
    transact: {
      value: async (...args: Parameters<Database['transact']>) => {
        const result = await database.transact(...args)
        setImmediate(() => reads.dispatchEvent(new Event('read')))
        return result
      },
    },
    listen: { value: through.listen ?? database.listen.bind(database) },
  })
  const settings = new Settings({ database: watched, clock, log })
  return { settings, lines, nextRead: () => once(reads, 'read') }
}

const change = (settings: Settings, minutes: number) =>
  database.transact(admin, (tx) => settings.set(tx, call, 'session.idleMinutes', minutes))

describe('the cache', () => {
  it('follows what another process has committed, and nothing that was rolled back', async () => {
    const [here, there] = [startSettings(), startSettings()]
    await here.settings.start()
    await there.settings.start()
    await expect(
      database.transact(admin, async (tx) => {
        await here.settings.set(tx, call, 'session.idleMinutes', 7)
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    const hasRead = there.nextRead()
    await change(here.settings, 45)
    await hasRead
    expect(there.settings.get('session.idleMinutes')).toBe(45)
    await here.settings.stop()
    await there.settings.stop()
  })

  it('reads anew after a gap in the subscription', async () => {
    let announceGap = () => {}
    const listen: Database['listen'] = async (_channel, _handler, options) => {
      announceGap = options?.onGap ?? announceGap
      return async () => {}
    }
    const disconnected = startSettings({ listen })
    await disconnected.settings.start()
    await change(disconnected.settings, 50)
    expect(disconnected.settings.get('session.idleMinutes')).not.toBe(50)
    const hasRead = disconnected.nextRead()
    announceGap()
    await hasRead
    expect(disconnected.settings.get('session.idleMinutes')).toBe(50)
    await disconnected.settings.stop()
  })

  it('can be asked inside a transaction', async () => {
    const { settings } = startSettings()
    await settings.start()
    await database.transact(admin, async () => expect(settings.get('about.users')).toBe('10K+'))
    await settings.stop()
  })

  it('takes the default for a stored value that does not fit, and says so without the value', async () => {
    await database.executeAsOwner(
      `insert into settings values ('about.uptime', '"a value that is much too long"', now()),
        ('left.over', '1', now())`,
    )
    const { settings, lines } = startSettings()
    await settings.start()
    expect(settings.get('about.uptime')).toBe('99.9%')
    expect(lines.join('')).toContain('about.uptime')
    expect(lines.join('')).not.toContain('much too long')
    await settings.stop()
  })
})

describe('a refresh', () => {
  it.each(Array.from({ length: 12 }, (_, at) => at))(
    'that is asked for %i steps after another reads again',
    async (steps) => {
      let reads = 0
      const transact = (async () => {
        reads++
        return []
      }) as Database['transact']
      const settings = new Settings({
        database: { transact } as Pick<Database, 'transact'> as Database,
        clock,
        log: createLog('silent'),
      })
      const first = settings.refresh()
      for (let at = 0; at < steps; at++) await null
      const readsBefore = reads
      await settings.refresh()
      expect(reads).toBeGreaterThan(readsBefore)
      await first
    },
  )
})

describe('row-level security', () => {
  it.each([
    ['a visitor', anonymousActor],
    ['a user', { ...admin, role: 'user' } as Actor],
  ])('shows no settings to %s and lets them change none', async (_who, actor) => {
    const { settings } = startSettings()
    expect(await database.transact(actor, selectSettings)).toEqual([])
    const attempt = database.transact(actor, (tx) =>
      settings.set(tx, { ...call, actor }, 'about.liveFigures', true),
    )
    await expect(attempt).rejects.toMatchObject({ code: '42501' })
  })

  it.each([
    ['an administrator', admin],
    ['the system', systemActor],
  ])('does not let %s remove a setting', async (_who, actor) => {
    const attempt = database.transact(actor, (tx) => tx.deleteFrom('settings').execute())
    await expect(attempt).rejects.toMatchObject({ code: '42501' })
  })

  it('refuses a value that does not fit', async () => {
    const { settings } = startSettings()
    await expect(change(settings, 1)).rejects.toMatchObject({ code: 'invalid-input' })
  })
})
