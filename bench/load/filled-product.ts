/** The real program as one web replica on PostgreSQL, with people, documents and chats that are already there. */
import { randomUUID } from 'node:crypto'
import { systemActor } from '../../server/src/platform/db/actor.ts'
import { hashToken, randomToken } from '../../server/src/platform/identifiers.ts'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { fakeSandbox, plainAnswer } from '../../server/test/fake-sandbox.ts'
import { startServerProcess } from '../../server/test/server-process.ts'
import { pdfBytes, untilProcessed, uploadOne } from '../../server/test/uploads.ts'
import type { Person, Usage } from './protocol.ts'

const peopleCount = 400
/** So many have a document whose file is in the store; all have rows of others beside them. */
const viewers = 50
const documentsEach = 250
/** A redacted form of two pages, as large as they usually are. */
const fileBytes = 150_000
const metricsToken = randomToken()

export interface FilledProduct {
  origin: string
  people: Person[]
  firstPersonId: string
  databaseUrl: string
  usage(): Promise<Usage>
  stop(): Promise<void>
}

export interface ProductOptions {
  /** Where the program leaves a profile of its processor time when it ends. */
  profileFolder?: string
}

export async function startFilledProduct({ profileFolder }: ProductOptions = {}): Promise<FilledProduct> {
  const fake = fakeSandbox()
  fake.answer = async (bytes, call) => {
    const answer = await plainAnswer(bytes, call)
    if (answer.verdict === 'refused') return answer
    return { ...answer, output: Buffer.concat([answer.output, Buffer.alloc(fileBytes)]) }
  }
  const test = await startTestApp({
    sandbox: fake.sandbox,
    runJobs: true,
    rateLimitPerMinute: 1_000_000,
    logLevel: 'silent',
  })
  // What is made here must still hold in the program, whose clock is the real one.
  test.clock.advance(Date.now() - test.clock.now().getTime())
  const { ids, people } = await createPeople(test)
  await test.services.jobs.stop()
  const { url = '', dataDir } = test.database.location
  const program = await startServerProcess(
    {
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      METRICS_TOKEN: metricsToken,
      RATE_LIMIT_PER_MINUTE: '1000000',
      LOG_LEVEL: 'info',
      ...(profileFolder && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profileFolder}` }),
    },
    ['--role', 'web'],
  )
  const origin = program.origin.replace('localhost', '127.0.0.1')
  return {
    origin,
    people,
    firstPersonId: ids[0] ?? '',
    databaseUrl: url,
    usage: () => readUsage(origin),
    async stop() {
      // Only a program that ends by itself leaves its profile.
      await program.end(profileFolder ? 'SIGTERM' : 'SIGKILL')
      await test.close()
    },
  }
}

async function createPeople(test: TestApp) {
  const ids: string[] = []
  const people: Person[] = []
  for (let at = 0; at < peopleCount; at++) {
    const { id, cookie } = await createPerson(test)
    const opened = await test.call({ method: 'POST', url: '/api/chat/open', headers: { cookie } })
    const person: Person = { cookie, chat: opened.json().thread.id }
    if (at < viewers) person.document = await createDocument(test, cookie)
    ids.push(id)
    people.push(person)
  }
  await test.database.runAsOwner(async (client) => {
    await client.query(insertDocuments, [ids, documentsEach])
    await client.query('analyze documents')
  })
  return { ids, people }
}

const insertDocuments = `
  insert into documents (id, owner_id, name, type, status, size_bytes, content_hash, has_original, page_count,
    version, finding_counts, created_at, updated_at, processed_at)
  select gen_random_uuid(), owner, 'Exemption ' || n || '.pdf', 'application/pdf', 'processed', 100000 + n,
    sha256(convert_to(owner::text || n, 'UTF8')), false, 2, 1, '{"ssn": 1}', at, at, at
  from unnest($1::uuid[]) owner, generate_series(1, $2::int) n,
    lateral (select date_trunc('milliseconds', now() - make_interval(mins => n)) as at) moment`

/** A person with a session, made without the cost of hashing a password. */
function createPerson(test: TestApp): Promise<{ id: string; cookie: string }> {
  const token = randomToken()
  const now = test.clock.now()
  return test.services.database.transact(systemActor, async (tx) => {
    const email = `${randomUUID()}@example.org`
    const { id } = await tx
      .insertInto('users')
      .values({ name: 'Bench', email, role: 'user', created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('sessions')
      .values({ user_id: id, token_hash: hashToken(token), created_at: now, last_seen_at: now })
      .execute()
    return { id, cookie: `exempta_session=${token}` }
  })
}

async function createDocument(test: TestApp, cookie: string) {
  const { id } = await uploadOne(test, cookie, { bytes: pdfBytes(randomUUID()) })
  await untilProcessed(test, cookie, id)
  const link = await test.call({
    method: 'POST',
    url: `/api/documents/${id}/view-links`,
    headers: { cookie },
  })
  return { id, viewUrl: link.json().url as string }
}

async function readUsage(origin: string): Promise<Usage> {
  const answer = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
  const text = await answer.text()
  const figure = (name: string) => Number(text.match(new RegExp(`^${name} (\\S+)$`, 'm'))?.[1])
  return {
    cpuSeconds: figure('process_cpu_seconds_total'),
    memoryBytes: figure('process_resident_memory_bytes'),
  }
}
