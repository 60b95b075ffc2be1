/** With the SDK's own client, against the app that listens. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { makeKey, type TestKey } from '../../../test/api-keys.ts'
import { certificateScene } from '../../../test/certificates.ts'

const { scene, get, post, share, newDocument, confirmed } = certificateScene()
let url: string
let reader: TestKey
let writer: TestKey
let received: string
const open: Client[] = []

beforeAll(async () => {
  url = await scene.test.app.listen({ host: '127.0.0.1', port: 0 })
  reader = await makeKey(scene.test, scene.business, { scopes: ['read'] })
  writer = await makeKey(scene.test, scene.business, { scopes: ['read', 'review'] })
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()))
})

async function connect(key: string | undefined): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const headers = key ? { authorization: `Bearer ${key}` } : {}
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }))
  open.push(client)
  return client
}

type Content = { type: string; text: string; data: string; mimeType: string }

async function use(client: Client, name: string, input: Record<string, unknown>) {
  const { content, isError } = await client.callTool({ name, arguments: input })
  const [first] = content as Content[]
  if (!first) throw new Error('The tool said nothing.')
  return { isError, first, value: isError || first.type !== 'text' ? undefined : JSON.parse(first.text) }
}

const calls = async (key: TestKey): Promise<string[]> => {
  const { rows } = await scene.test.database.executeAsOwner(
    `select details ->> 'tool' as tool from audit_entries
     where action = 'assistant.call' and actor_kind = 'key' and actor_id = $1 order by ctid`,
    [key.id],
  )
  return (rows as { tool: string }[]).map(({ tool }) => tool)
}

it('lets an assistant find a customer, read the answer with its rule, and look at a redacted page', async () => {
  const id = await newDocument()
  await confirmed(id, { seller: scene.business.manager.name })
  await share({ documentIds: [id], businessIds: [scene.business.id], emails: [], message: '' })
  const { items } = (await get('/api/received', scene.business.cookie)).json()
  received = items[0].id
  await post('/api/received/verify', { documents: [{ id: received, version: 1 }] }, scene.business.cookie)

  const client = await connect(reader.key)
  const { tools } = await client.listTools()
  expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
    ['find_customer', true],
    ['check_coverage', true],
    ['list_missing', true],
    ['why_was_tax_charged', true],
    ['look_at_page', true],
  ])
  const found = await use(client, 'find_customer', { search: 'prairie' })
  expect(found.value.customers).toMatchObject([{ name: 'Prairie Wind Foods Co' }])
  const customerId = found.value.customers[0].id
  const answer = await use(client, 'check_coverage', { customerId, state: 'NY' })
  expect(answer.value).toMatchObject({ verdict: 'covered', receivedId: received })
  expect(answer.value.reasons[0].rule).toMatchObject({ id: expect.any(String), source: expect.any(String) })
  const texas = await use(client, 'check_coverage', { customerId, state: 'TX' })
  expect(texas.value.verdict).not.toBe('covered')
  expect((await use(client, 'list_missing', { customerId })).value).toEqual({ covered: ['NY'], missing: [] })
  const why = await use(client, 'why_was_tax_charged', { customerId, state: 'NY', on: '2025-06-01' })
  expect(why.value.sales).toMatchObject([{ difference: { code: 'came-later' } }])

  const { first } = await use(client, 'look_at_page', { receivedId: received, page: 1 })
  const page = await scene.test.call({
    method: 'GET',
    url: `/api/v1/documents/${received}/pages/1`,
    headers: { authorization: `Bearer ${reader.key}` },
  })
  expect([first.type, first.mimeType]).toEqual(['image', page.headers['content-type']])
  expect(Buffer.from(first.data, 'base64').equals(page.rawPayload), 'the page that the API serves').toBe(true)
  expect(await calls(reader)).toEqual([
    'find_customer',
    'check_coverage',
    'check_coverage',
    'list_missing',
    'why_was_tax_charged',
    'look_at_page',
  ])
})

it('asks for a certificate only with a key that may, and keeps no card number', async () => {
  const asking = {
    email: null,
    customerName: 'Prairie Wind',
    state: 'TX',
    message: 'Card 4111 1111 1111 1111',
  }
  const refused = await use(await connect(reader.key), 'ask_for_certificate', asking)
  expect([refused.isError, refused.first.text]).toEqual([true, expect.stringContaining('not found')])
  const made = await use(await connect(writer.key), 'ask_for_certificate', asking)
  expect(made.value).toMatchObject({ kind: 'link', status: 'open', state: 'TX', link: expect.any(String) })
  const { rows } = await scene.test.database.executeAsOwner(
    'select message from certificate_requests where id = $1',
    [made.value.id],
  )
  expect(JSON.stringify(rows)).not.toContain('4111')
  expect(await calls(writer)).toEqual(['ask_for_certificate'])
})

it('says what is wrong with what it was given, and shows nothing of another business', async () => {
  const other = await makeKey(scene.test, scene.otherBusiness, { scopes: ['read', 'review'] })
  const client = await connect(other.key)
  const page = await use(client, 'look_at_page', { receivedId: received, page: 1 })
  expect([page.isError, page.first.type]).toEqual([true, 'text'])
  expect((await use(client, 'find_customer', { search: 'prairie' })).value).toEqual({ customers: [] })
  const wrong = await use(client, 'check_coverage', { customerId: 'me', state: 'Texas' })
  expect(wrong.isError).toBe(true)
  expect(await calls(other)).toEqual(['look_at_page', 'find_customer'])
})

it('needs a key with the scope, on every call', async () => {
  await expect(connect(undefined)).rejects.toThrow(/401/)
  await expect(connect('exk_wrong')).rejects.toThrow(/401/)
  const customers = await makeKey(scene.test, scene.business, { scopes: ['read-customers'] })
  await expect(connect(customers.key)).rejects.toThrow(/403/)
  const client = await connect(reader.key)
  const revoked = await scene.test.call({
    method: 'DELETE',
    url: `/api/business/api-keys/${reader.id}`,
    headers: { cookie: scene.business.cookie },
  })
  expect(revoked.statusCode).toBe(204)
  await expect(use(client, 'find_customer', { search: 'prairie' })).rejects.toThrow(/401/)
})

it('answers what isn’t the protocol with an error', async () => {
  const send = (payload: object, headers = {}) =>
    scene.test.call({
      method: 'POST',
      url: '/mcp',
      payload,
      headers: {
        authorization: `Bearer ${writer.key}`,
        accept: 'application/json, text/event-stream',
        ...headers,
      },
    })
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
  expect((await send(ping)).json()).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
  expect((await send({ ...ping, method: 'no/such' })).json()).toMatchObject({ error: { code: -32601 } })
  expect((await send(ping, { accept: 'text/html' })).statusCode).toBe(406)
  expect((await send({ jsonrpc: '1.0' })).statusCode).toBe(422)
  expect((await send({ jsonrpc: '2.0', id: 2 })).statusCode).toBe(400)
  expect((await scene.test.call({ method: 'GET', url: '/mcp' })).statusCode).toBe(405)
})
