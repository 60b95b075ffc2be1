/** Runs every program of docs/api.md, exactly as it is written there. */
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { dayMs } from '@exempta/contract/durations'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeKey } from '../../test/api-keys.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { fakeSandbox } from '../../test/fake-sandbox.ts'
import { createPerson, signInAs, type TestPerson } from '../../test/people.ts'
import { createDocument, createTestBusiness, type TestBusiness } from '../../test/sharing.ts'
import { startWebhookEndpoint } from '../../test/webhook-endpoint.ts'
import { createOutgoingPost } from '../platform/outgoing/outgoing-post.ts'

const page = await readFile(new URL('../../../docs/api.md', import.meta.url), 'utf8')
const programs = new Map(
  [...page.matchAll(/^```(?:bash|typescript) (\S+)\n([\s\S]*?)^```$/gm)].map(([, name = '', code = '']) => [
    name,
    code,
  ]),
)
const runSoFar = new Set(['client.ts'])
const hasCurl = spawnSync('curl', ['--version']).status === 0
const number = '43-1234567'

let test: TestApp
let folder: string
let url: string
let owner: TestPerson
let business: TestBusiness
let key: string
let customersKey: string

beforeAll(async () => {
  const allowedOrigins = new Set<string>()
  const outgoing = createOutgoingPost({ allowsPrivate: true })
  test = await startTestApp({ sandbox: fakeSandbox().sandbox, runJobs: true, outgoing, allowedOrigins })
  url = await test.app.listen({ host: '127.0.0.1', port: 0 })
  for (const origin of [url, 'http://localhost:3000']) allowedOrigins.add(origin)
  // Receivers of webhooks compare the time of an event with their own clock.
  test.clock.advance(Date.now() - test.clock.now().getTime())
  owner = await createPerson(test)
  business = await createTestBusiness(test)
  key = (await makeKey(test, business)).key
  customersKey = (await makeKey(test, business, { scopes: ['write-customers'] })).key
  folder = await mkdtemp(join(tmpdir(), 'api-examples-'))
  for (const [name, code] of programs) await writeFile(join(folder, name), code)
  await installClient()
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true })
})
beforeEach(() => test.clock.advance(1000))

/** The package as people install it: built, without the source. */
async function installClient(): Promise<void> {
  const client = fileURLToPath(new URL('../../../client', import.meta.url))
  const installed = join(folder, 'node_modules/@exempta/client')
  await mkdir(installed, { recursive: true })
  await copyFile(join(client, 'package.json'), join(installed, 'package.json'))
  const compiler = createRequire(import.meta.url).resolve('typescript/package.json')
  const built = ['--project', client, '--outDir', join(installed, 'dist')]
  await promisify(execFile)(process.execPath, [join(dirname(compiler), 'bin/tsc'), ...built])
}

const environment = (more: Record<string, string>) => ({
  PATH: process.env.PATH,
  EXEMPTA_URL: url,
  EXEMPTA_KEY: key,
  ...more,
})

/** What the program prints. */
async function run(name: string, more: Record<string, string> = {}): Promise<string> {
  runSoFar.add(name)
  const program = name.endsWith('.sh') ? 'bash' : process.execPath
  const { stdout } = await promisify(execFile)(program, [name], { cwd: folder, env: environment(more) })
  return stdout
}

const as = async (person: TestPerson, method: 'GET' | 'POST' | 'PUT', address: string, payload?: object) =>
  test.call({
    method,
    url: address,
    headers: { cookie: await signInAs(test, person) },
    ...(payload && { payload }),
  })

/** The IDs of documents that the owner shared with the business, as the API names them. */
async function receive(...names: string[]): Promise<string[]> {
  const cookie = await signInAs(test, owner)
  const documentIds: string[] = []
  for (const name of names) documentIds.push(await createDocument(test, cookie, name))
  await as(owner, 'POST', '/api/shares', { documentIds, businessIds: [business.id] })
  const { items } = (await as(business.manager, 'GET', '/api/received?limit=100')).json()
  return documentIds.map(
    (id) => items.find((one: { document: { id: string } }) => one.document.id === id).id as string,
  )
}

/** A verified certificate of a customer with this number. */
async function cover(): Promise<void> {
  const documentId = await createDocument(test, await signInAs(test, owner))
  await as(owner, 'PUT', `/api/documents/${documentId}/exemption`, {
    form: 'ny-st-120',
    purchaser: 'Prairie Wind Foods Co',
    seller: business.manager.name,
    reason: 'resale',
    isBlanket: true,
    hasSignature: true,
    signedOn: '2025-05-04',
    expiresOn: null,
    states: [{ state: 'NY', number }],
    pages: [1],
    version: 1,
    shown: null,
  })
  await as(owner, 'POST', '/api/shares', { documentIds: [documentId], businessIds: [business.id] })
  const { items } = (await as(business.manager, 'GET', '/api/received?limit=100')).json()
  const { id } = items.find((one: { document: { id: string } }) => one.document.id === documentId)
  await as(business.manager, 'POST', '/api/received/verify', { documents: [{ id, version: 1 }] })
}

describe.runIf(hasCurl)('with curl', () => {
  it('makes a key that works', async () => {
    const manager = { MANAGER_EMAIL: business.manager.email, MANAGER_PASSWORD: business.manager.password }
    const made = JSON.parse(await run('make-key.sh', manager)) as { key: string; name: string }
    expect(made).toMatchObject({ name: 'Order system', key: expect.stringMatching(/^exk_/) })
    expect(await run('list-documents.sh', { EXEMPTA_KEY: made.key })).toContain('"nextCursor":null')
  })

  it('lists every page', async () => {
    const ids = await receive('a.pdf', 'b.pdf', 'c.pdf')
    const pages = (await run('list-documents.sh', { LIMIT: '2' })).trim().split('\n')
    const listed = pages.flatMap((line) => (JSON.parse(line) as { items: { id: string }[] }).items)
    expect(pages.length).toBeGreaterThan(1)
    expect(listed.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
  })

  it('reviews a document once, and then says why it failed', async () => {
    const [DOCUMENT_ID = ''] = await receive('d.pdf')
    expect(JSON.parse(await run('review-document.sh', { DOCUMENT_ID }))).toMatchObject({ status: 'verified' })
    await expect(run('review-document.sh', { DOCUMENT_ID })).rejects.toMatchObject({
      code: 22,
      stdout: expect.stringContaining('"code":"already-reviewed"'),
    })
  })

  it('checks a sale and saves one receipt for one invoice', async () => {
    await cover()
    const sale = { CUSTOMER_NUMBER: number, INVOICE: 'INV-1' }
    const first = JSON.parse(await run('check-coverage.sh', sale))
    expect(first).toMatchObject({ verdict: 'covered', receipt: { code: expect.any(String) } })
    expect(JSON.parse(await run('check-coverage.sh', sale))).toEqual(first)
  })

  it('adds a customer, and changes nothing when it is sent again', async () => {
    const given = { CUSTOMER_NUMBER: 'C-1', EXEMPTA_KEY: customersKey }
    const first = JSON.parse(await run('put-customer.sh', given))
    expect(first).toMatchObject({ number: 'C-1', contacts: [{ email: 'ann@prairie.example' }] })
    expect(JSON.parse(await run('put-customer.sh', given))).toEqual(first)
  })

  it('asks a customer by email', async () => {
    expect(JSON.parse(await run('request-certificate.sh'))).toMatchObject({
      kind: 'email',
      email: 'buyer@prairie.example',
      customerReference: 'C-1042',
    })
  })
})

describe('in TypeScript', () => {
  it('makes a key that works', async () => {
    const manager = { MANAGER_EMAIL: business.manager.email, MANAGER_PASSWORD: business.manager.password }
    const made = (await run('make-key.ts', manager)).trim()
    expect(made).toMatch(/^exk_[\w-]{43}$/)
    await run('list-documents.ts', { EXEMPTA_KEY: made })
  })

  it('lists every page', async () => {
    const ids = await receive('e.pdf', 'f.pdf', 'g.pdf')
    const lines = await run('list-documents.ts', { LIMIT: '2' })
    expect(ids.filter((id) => !lines.includes(id))).toEqual([])
    expect(lines).toContain('g.pdf')
  })

  it('reviews a document once, and notices that a colleague was faster', async () => {
    const [DOCUMENT_ID = ''] = await receive('h.pdf')
    expect(await run('review-document.ts', { DOCUMENT_ID })).toBe('rejected\n')
    expect(await run('review-document.ts', { DOCUMENT_ID })).toBe('A colleague was faster.\n')
  })

  it('fails with the code of the API', async () => {
    await expect(run('list-documents.ts', { EXEMPTA_KEY: 'exk_wrong' })).rejects.toThrow(
      /key-invalid: .+ \(request [\w-]+\)/,
    )
  })

  it('waits when the API asks for it', async () => {
    const answers = [429, 503, 200]
    const busy = createServer((_, response) => {
      response
        .writeHead(answers.shift() ?? 500, { 'retry-after': '0', 'content-type': 'application/json' })
        .end('{"items":[],"nextCursor":null}')
    })
    await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve))
    const { port } = busy.address() as AddressInfo
    expect(await run('list-documents.ts', { EXEMPTA_URL: `http://127.0.0.1:${port}` })).toBe('')
    expect(answers).toEqual([])
    await new Promise((resolve) => busy.close(resolve))
  })

  it('checks a sale', async () => {
    await cover()
    const answer = await run('check-coverage.ts', { CUSTOMER_NUMBER: number, INVOICE: 'INV-2' })
    expect(answer).toMatch(/^covered [\w-]+\n.+/)
  })

  it('says why tax was charged', async () => {
    const day = (moment: number) => new Date(moment).toISOString().slice(0, 10)
    const DAY = day(test.clock.now().getTime() - 3 * dayMs)
    expect(await run('why-taxed.ts', { CUSTOMER_NUMBER: number, DAY })).toMatch(
      /^without a receipt not-covered covered\nThe certificate came \d+ days after the sale\. By what we know today/,
    )
  })

  it('keeps customers in step, and says which weren’t taken', async () => {
    const listed = [
      { number: 'S/1', name: 'Elm School', email: 'elm@example.org', state: 'TX' },
      { number: 'S-2', name: 'Oak Mill', email: 'not an address', state: 'TX' },
    ]
    await writeFile(join(folder, 'accounting-customers.json'), JSON.stringify(listed))
    const night = () => run('keep-customers-in-step.ts', { EXEMPTA_KEY: customersKey })
    const first = await night()
    expect(first).toMatch(/^S-2 wasn't taken: invalid-input: .+/)
    expect(first).toContain('S/1 changed: Elm School')
    test.clock.advance(1000)
    listed.splice(0, 2, { number: 'S-3', name: 'Ash Farm', email: 'ash@example.org', state: 'NY' })
    await writeFile(join(folder, 'accounting-customers.json'), JSON.stringify(listed))
    expect(await night()).toContain('S-3 changed: Ash Farm')
    expect(await night(), 'nothing changed but the last one').toBe('S-3 changed: Ash Farm\n')
  })

  it('makes a link for a customer and asks how far it has come', async () => {
    expect(await run('request-certificate.ts')).toMatch(/^http\S+\/r\/\S+\n\w+ nothing received yet\n$/)
  })
})

describe('webhooks', () => {
  const webhookFor = async (endpoint: string): Promise<string> => {
    const input = { url: endpoint, description: 'Orders', events: ['document.received'] }
    return (await as(business.manager, 'POST', '/api/business/webhooks', input)).json().secret
  }

  it('are received by the endpoint, and only when they are signed', async () => {
    runSoFar.add('webhook-endpoint.ts')
    const spare = await startWebhookEndpoint()
    await spare.close()
    const secret = await webhookFor(spare.url)
    const { port } = new URL(spare.url)
    const endpoint = spawn(process.execPath, ['webhook-endpoint.ts'], {
      cwd: folder,
      env: environment({ EXEMPTA_WEBHOOK_SECRET: secret, PORT: port }),
    })
    const until = printedBy(endpoint)
    try {
      await until('Listening')
      const forged = await fetch(spare.url, { method: 'POST', body: '{}' })
      expect(forged.status).toBe(401)
      const [id = ''] = await receive('i.pdf')
      await until(`document.received ${id}`)
    } finally {
      endpoint.kill()
    }
  })

  it.runIf(spawnSync('openssl', ['version']).status === 0)('are checked by hand with openssl', async () => {
    const recorder = await startWebhookEndpoint()
    try {
      const secret = await webhookFor(recorder.url)
      await receive('j.pdf')
      const [event] = await recorder.until(1)
      await writeFile(join(folder, 'event.json'), event?.body ?? '')
      const recorded = {
        TIMESTAMP: String(event?.headers['exempta-webhook-timestamp']),
        SIGNATURE: String(event?.headers['exempta-webhook-signature']),
      }
      const check = (used: string) => run('check-signature.sh', { ...recorded, EXEMPTA_WEBHOOK_SECRET: used })
      expect(await check(secret)).toBe('Sent by Exempta\n')
      await expect(check(`${secret}x`)).rejects.toMatchObject({ code: 1 })
    } finally {
      await recorder.close()
    }
  })
})

/** Waits until a program has printed a text, and fails when it ends before. */
function printedBy(program: ChildProcess): (text: string) => Promise<void> {
  let printed = ''
  let changed = Promise.withResolvers<void>()
  const next = () => {
    changed.resolve()
    changed = Promise.withResolvers()
  }
  for (const stream of [program.stdout, program.stderr]) {
    stream?.on('data', (chunk) => {
      printed += chunk
      next()
    })
  }
  program.once('exit', next)
  return async (text) => {
    while (!printed.includes(text)) {
      if (program.exitCode !== null) throw new Error(`It printed only: ${printed}`)
      await changed.promise
    }
  }
}

it.runIf(hasCurl)('runs every program of the page', () => {
  expect(programs.size).toBeGreaterThan(10)
  expect([...programs.keys()].filter((name) => !runSoFar.has(name))).toEqual([])
})
