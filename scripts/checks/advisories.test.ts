import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { judge } from './advisories.ts'

const advisory = (name: string, severity: string) => ({
  name,
  severity,
  title: 'Trouble',
  url: `https://advisories.example/${name}`,
})
const report = (...found: ReturnType<typeof advisory>[]) =>
  JSON.stringify({
    auditReportVersion: 2,
    // npm lists a package that only uses another one, too, and names the other.
    vulnerabilities: Object.fromEntries([
      ...found.map((one) => [one.name, { via: [one] }]),
      ['user', { via: found.map(({ name }) => name) }],
    ]),
  })

it.each([
  ['nothing', report(), report(), false, /^Advisories were checked: no known advisory\.$/],
  [
    'a high one in the product',
    report(advisory('a', 'high')),
    report(advisory('a', 'high')),
    true,
    /^high: a, in the product: Trouble /,
  ],
  [
    'a moderate one in the product',
    report(advisory('a', 'moderate')),
    report(advisory('a', 'moderate')),
    false,
    /^moderate: a/,
  ],
  [
    'a critical one in a tool',
    report(),
    report(advisory('b', 'critical')),
    false,
    /^critical: b, only for building and testing/,
  ],
  [
    'a registry without advisories',
    '{"message":"405 Method Not Allowed"}',
    '{"message":"405 Method Not Allowed"}',
    false,
    /^Advisories were NOT checked\. .*405/,
  ],
  ['no answer at all', '', '', false, /^Advisories were NOT checked\. npm gave no report\.$/],
])('%s', (_name, product, everything, isFailed, first) => {
  const verdict = judge(product, everything)
  expect(verdict.isFailed).toBe(isFailed)
  expect(verdict.lines[0]).toMatch(first)
})

it('an accepted advisory is listed with its reason and does not fail the run', () => {
  const found = report(advisory('a', 'critical'))
  const list = [{ url: 'https://advisories.example/a', reason: 'We never call it.' }]
  const { isFailed, lines } = judge(found, found, list)
  expect([isFailed, lines[0]]).toEqual([false, expect.stringContaining('(accepted: We never call it.)')])
})

it('the command fails for an advisory of a registry that has one', async () => {
  const registry = createServer((request, response) => {
    const found = { id: 1, title: 'Trouble', url: 'https://advisories.example/1', severity: 'high' }
    const isAsked = request.url?.endsWith('/advisories/bulk')
    response.statusCode = isAsked ? 200 : 404
    response.end(isAsked ? JSON.stringify({ fastify: [{ ...found, vulnerable_versions: '>=0' }] }) : '{}')
  }).listen(0, '127.0.0.1')
  await once(registry, 'listening')
  const { port } = registry.address() as AddressInfo
  const env = { ...process.env, npm_config_registry: `http://127.0.0.1:${port}/` }
  const run = promisify(execFile)(process.execPath, ['scripts/checks/advisories.ts'], { env })
  await expect(run).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining('high: fastify, in the product: Trouble https://advisories.example/1'),
  })
  registry.close()
})
