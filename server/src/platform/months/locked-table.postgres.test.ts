import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { movableClock } from '../../../test/movable-clock.ts'
import { openDatabase } from '../db/open-database.ts'
import { createLog } from '../log.ts'
import { prepareMonths, prepareMonthsAtStart } from './months.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.dispose())

test('a table that is locked for long delays its months and not the start, and the next try makes them', async () => {
  const services = { clock: movableClock(new Date('2031-01-15T12:00:00Z')), database }
  const lines: string[] = []
  const log = createLog('warn', { write: (line: string) => lines.push(line) })
  const reader = await openDatabase(database.location)
  await reader.runAsOwner(async (client) => {
    // As a backup does: it reads the table in a transaction that stays open.
    await client.query('begin')
    await client.query('select from mails')
    await expect(prepareMonths(services)).rejects.toMatchObject({ code: '55P03' })
    await prepareMonthsAtStart({ ...services, log })
    await client.query('commit')
  })
  await reader.close()
  expect(lines.join('')).toContain('no months were prepared')
  expect(await prepareMonths(services)).toContain('mails_2031_01')
})
