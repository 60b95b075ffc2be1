import { Readable } from 'node:stream'
import type { ReportDefinition } from '@exempta/contract/reports'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { createPerson } from '../../../test/people.ts'
import type { Call } from '../../platform/call.ts'
import { downloadReport } from './download-report.ts'

const rowCount = Number(process.env.SCALE_ROWS)
const isLong = rowCount >= 1_000_000
const allowedRiseBytes = 100 * 1024 * 1024

let test: TestApp
let call: Call
beforeAll(async () => {
  test = await startTestApp({ logLevel: 'silent' })
  const admin = await createPerson(test, 'admin')
  const owner = await createPerson(test)
  call = {
    actor: { kind: 'person', id: admin.id, role: 'admin' },
    origin: { ip: null, userAgent: null, requestId: null },
  }
  await test.services.database.runAsOwner(async (client) => {
    await client.query(
      `insert into documents (id, owner_id, name, type, status, size_bytes, content_hash, has_original, page_count,
         version, created_at, updated_at, processed_at)
       select gen_random_uuid(), $1::uuid, 'Exemption ' || n || '.pdf', 'application/pdf', 'processed', 1, sha256(''),
         false, 1, 1, at, at, at
       from (select n, $3::timestamptz - make_interval(secs => n / 7) as at from generate_series(1, $2::int) n) each`,
      [owner.id, rowCount, test.clock.now()],
    )
    await client.query('analyze documents')
  })
})
afterAll(() => test.close())

const definition: ReportDefinition = {
  name: 'Everything',
  type: 'documents',
  columns: ['name', 'status', 'created_at'],
  filters: {},
  joins: [],
  groupBy: [],
  aggregations: [],
}

it(`streams a table of ${rowCount} rows, each once and in order, without holding it in memory`, async () => {
  const { content } = await downloadReport(test.services, call, definition)
  expect(content).toBeInstanceOf(Readable)
  const seen = new Uint8Array(rowCount + 1)
  let [lines, swapped, before, most, last] = [0, 0, 0, 0, '9999']
  for await (const chunk of content as Readable) {
    for (const line of String(chunk).split('\r\n')) {
      const [, number, at = ''] = /^"Exemption (\d+)\.pdf","processed","(.+)"$/.exec(line) ?? []
      if (number === undefined) continue
      lines++
      seen[Number(number)] = 1
      if (at > last) swapped++
      last = at
    }
    // Measured after the first rows, so that the baseline includes the fixed costs.
    before ||= lines > 0 ? process.memoryUsage().rss : 0
    most = Math.max(most, process.memoryUsage().rss)
  }
  expect([lines, swapped]).toEqual([rowCount, 0])
  expect(seen.reduce((sum, one) => sum + one, 0)).toBe(rowCount)
  if (isLong) expect(most - before).toBeLessThan(allowedRiseBytes)
})
