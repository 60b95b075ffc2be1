import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Binder } from '@exempta/contract/binders'
import pg from 'pg'
import { startPostgres } from '../scripts/development/postgres-cluster.ts'
import { binderFile, getBinder, makeBinder } from '../server/src/features/binders/binders.ts'
import { createBinder } from '../server/src/features/binders/create-binder.ts'
import { systemCall } from '../server/src/platform/call.ts'
import { systemActor } from '../server/src/platform/db/actor.ts'
import type { TestApp } from '../server/test/app.ts'
import { startWorkerProcess } from '../server/test/server-process.ts'
import type { Bench } from './bench.ts'
import { startFilledCounter } from './counter/filled-counter.ts'

const full = { certificates: 10_000, checks: 200_000 }
/** `--few` is for trying the benchmark out. */
const few = { certificates: 200, checks: 4_000 }
const certificateBytes = 20_000
const filesAtOnce = 8
const pollMs = 200
const startMs = 15_000

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; seconds: number }> {
  const start = performance.now()
  const result = await work()
  return { result, seconds: (performance.now() - start) / 1000 }
}

/** The most memory that a process ever had, everything that Node itself needs included. */
async function peakMegabytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024
}

interface Made {
  seconds: number
  idleMegabytes: number
  peakMegabytes: number
}

/** The real worker makes it, as a process of its own, once it has started and has nothing else to do. */
async function makeInWorker(test: TestApp, client: pg.Client, ask: () => Promise<Binder>): Promise<Made> {
  const { url = '', dataDir } = test.database.location
  const worker = await startWorkerProcess({ DATABASE_URL: url, DATA_DIR: dataDir })
  try {
    await setTimeout(startMs)
    const idleMegabytes = await peakMegabytes(worker.child.pid)
    const start = performance.now()
    const { id } = await ask()
    for (;;) {
      const { rows } = await client.query<{ status: string }>('select status from binders where id = $1', [
        id,
      ])
      if (rows[0]?.status === 'ready') break
      if (rows[0]?.status !== 'preparing') throw new Error(`The binder is ${rows[0]?.status}.`)
      await setTimeout(pollMs)
    }
    const seconds = (performance.now() - start) / 1000
    return { seconds, idleMegabytes, peakMegabytes: await peakMegabytes(worker.child.pid) }
  } finally {
    await worker.end('SIGTERM')
  }
}

async function verifyInProcess(file: string): Promise<number> {
  const script = path.join(import.meta.dirname, '../scripts/operators/verify-binder.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--import',
    'data:text/javascript,process.on("exit",()=>console.log("peak",process.resourceUsage().maxRSS))',
    script,
    file,
  ])
  if (!stdout.includes('the signature fits')) throw new Error(stdout)
  return Number(/^peak (\d+)$/m.exec(stdout)?.[1]) / 1024
}

/** A redacted file for each document, stored and encrypted as the product does it. */
async function storeCertificates({ services }: TestApp, documentIds: readonly string[]): Promise<void> {
  const content = Buffer.alloc(certificateBytes, 'certificate ')
  for (let at = 0; at < documentIds.length; at += filesAtOnce) {
    const drafts = await Promise.all(
      documentIds
        .slice(at, at + filesAtOnce)
        .map((documentId) => services.files.put({ documentId, rendition: 'redacted', version: 1 }, content)),
    )
    await services.database.transact(systemActor, async (tx) => {
      for (const draft of drafts) await services.files.publish(tx, draft)
    })
  }
}

const reasons = JSON.stringify([
  {
    code: 'covered',
    text: 'It was signed on May 4, 2025, and New York accepts it until it is revoked in writing.',
    rule: {
      id: 'NY/ends-1',
      text: 'A blanket certificate counts until it is revoked.',
      source: 'Form ST-120, instructions',
      address: 'https://www.tax.ny.gov/',
      quote: 'This certificate is valid until it is revoked in writing.',
      seenOn: '2026-05-04',
    },
  },
])

/** Sales of two years, each with its receipt and the copy that it relied on. */
async function recordSales(client: pg.Client, businessId: string, checks: number): Promise<void> {
  await client.query(
    `insert into kept_copies (id, business_id, owner_id, document_name, share_id, customer_id, document_id, version,
       document_type, file_id, state, first_relied_on, last_relied_on, kept_until, created_at)
     select gen_random_uuid(), $1, s.owner_id, 'certificate.pdf', s.id, i.customer_id, s.document_id, 1,
       'application/pdf', f.id, 'NY', '2024-01-01', '2025-12-30', '2032-01-01', now()
     from document_shares s join coverage_index i on i.share_id = s.id and i.state = 'NY'
       join stored_files f on f.document_id = s.document_id and f.rendition = 'redacted'
     where s.business_id = $1`,
    [businessId],
  )
  await client.query(
    `insert into coverage_rules values ('0123456789abcdef', '[]', '[]', now()) on conflict do nothing`,
  )
  const { rows } = await client.query<{ count: string }>('select count(*) from kept_copies')
  const copies = Number(rows[0]?.count)
  await client.query(
    `insert into coverage_checks (id, business_id, code, customer_id, share_id, kept_copy_id, state, on_date, kind,
       amount_cents, reference, is_own_use, verdict, reasons, notes, knowledge_version, at)
     select gen_random_uuid(), $1, upper(lpad(to_hex(n / 4096), 4, '0') || '-' || lpad(to_hex(n % 4096), 3, '0')),
       k.customer_id, k.share_id, k.id, 'NY', date '2024-01-01' + n % 728, 'goods', 100 * n, 'INV-' || n, false,
       'covered', $2::jsonb, '{}', '0123456789abcdef', timestamptz '2026-01-01'
     from generate_series(1, $3::integer) n
       join (select k.*, row_number() over (order by id) as place from kept_copies k) k on k.place = 1 + n % $4::integer`,
    [businessId, reasons, checks, copies],
  )
  await client.query(
    `insert into coverage_check_subjects (check_id, business_id, owner_id, customer_name, facts)
     select c.id, c.business_id, k.owner_id, m.name, '{}' from coverage_checks c
       join kept_copies k on k.id = c.kept_copy_id join coverage_customers m on m.id = c.customer_id`,
  )
  await client.query('analyze')
}

export const bench: Bench = {
  summary: `A binder of ${full.certificates} certificates and ${full.checks} receipts, against a bare COPY of the receipts`,
  async run(print, flags) {
    const { certificates, checks } = flags.includes('--few') ? few : full
    const postgres = await startPostgres()
    process.env.TEST_DATABASE = 'postgres'
    process.env.TEST_POSTGRES_URL = postgres.url
    const folder = await mkdtemp(path.join(tmpdir(), 'binder-'))
    const { test, business, close } = await startFilledCounter(certificates)
    const client = new pg.Client({ connectionString: test.database.location.url })
    try {
      await client.connect()
      const { rows } = await client.query<{ id: string }>('select id from documents')
      await storeCertificates(
        test,
        rows.map(({ id }) => id),
      )
      await recordSales(client, business.id, checks)
      print(`  ${certificates} certificates and ${checks} receipts are there`)

      const actor = {
        kind: 'person',
        id: business.manager.id,
        role: 'business',
        businessId: business.id,
      } as const
      async function* fields() {
        for (const [name, value] of [
          ['state', 'NY'],
          ['from', '2024-01-01'],
          ['to', '2025-12-31'],
        ] as const) {
          yield { kind: 'field', name, value } as const
        }
      }
      const counting = await timed(() => createBinder(test.services, { ...systemCall, actor }, fields()))
      const { id } = counting.result
      const made = await makeInWorker(test, client, () =>
        makeBinder(test.services, { ...systemCall, actor }, id),
      )

      const file = path.join(folder, 'binder.zip')
      const { stream, sizeBytes } = await test.services.files.get(binderFile(id))
      await pipeline(stream, createWriteStream(file))
      const { counts } = await getBinder(test.services, { ...systemCall, actor }, id)
      if (counts.checks !== checks || counts.certificates !== certificates) {
        throw new Error(`The binder holds ${counts.checks} receipts and ${counts.certificates} certificates.`)
      }
      const verified = await timed(() => verifyInProcess(file))
      const copying = await timed(() => client.query("copy coverage_checks to program 'cat > /dev/null'"))
      return {
        figures: {
          countingSeconds: counting.seconds,
          seconds: made.seconds,
          idleMegabytes: made.idleMegabytes,
          peakMegabytes: made.peakMegabytes,
          fileMegabytes: sizeBytes / 1024 ** 2,
          verifySeconds: verified.seconds,
          verifyPeakMegabytes: verified.result,
          copySeconds: copying.seconds,
          ratioToCopy: made.seconds / copying.seconds,
        },
        limits: { seconds: { atMost: 600 }, peakMegabytes: { atMost: 300 } },
      }
    } finally {
      await client.end()
      await close()
      await rm(folder, { recursive: true })
      await postgres.stop()
    }
  },
}
