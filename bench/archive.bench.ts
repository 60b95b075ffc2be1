/**
 * Certificates that a business adds: drawn files and stacks through the whole product, from the drop to the last answer
 * that needs nobody. `--short` draws a few, `--files=N` and `--stacks=N` as many as asked for.
 */
import { readFile } from 'node:fs/promises'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { FilledForm, FormLabels } from '../redaction/corpus/forms/draw-filled-form.ts'
import { joinPdfs } from '../redaction/src/index.ts'
import { createLog } from '../server/src/platform/log.ts'
import { Sandbox } from '../server/src/platform/sandbox/sandbox.ts'
import { startTestApp, type TestApp } from '../server/test/app.ts'
import { archiveOf } from '../server/test/archive.ts'
import { signInAs } from '../server/test/people.ts'
import { createTestBusiness } from '../server/test/sharing.ts'
import type { Bench } from './bench.ts'
import { drawJob, jobsOf } from './forms/measure-forms.ts'

const cores = 2
const formsPerStack = 3
/** One in so many files is added again. */
const againEvery = 20
const sampleMs = 500

interface Added {
  path: string
  bytes: Buffer
}

interface Stack extends Added {
  /** The first page of each certificate. */
  starts: number[]
}

interface Drawn {
  files: (Added & { labels: FormLabels })[]
  stacks: Stack[]
}

async function draw(fileCount: number, stackCount: number, print: (line: string) => void): Promise<Drawn> {
  const jobs = await jobsOf({ half: 'tuning' })
  const drawn: Drawn = { files: [], stacks: [] }
  let waiting: FilledForm[] = []
  for (let at = 0; drawn.files.length < fileCount || drawn.stacks.length < stackCount; at++) {
    const job = jobs[at % jobs.length]
    if (!job) throw new Error('There are no blanks to draw with.')
    const form = await drawJob({ ...job, seed: 7_000 + at })
    if (!form) continue
    if (form.type === 'pdf' && drawn.stacks.length < stackCount) waiting.push(form)
    else if (drawn.files.length < fileCount) {
      drawn.files.push({ path: `file ${at}.${form.type}`, bytes: form.bytes, labels: form.labels })
    }
    if (waiting.length < formsPerStack) continue
    drawn.stacks.push(await stackOf(waiting, drawn.stacks.length))
    waiting = []
    if (drawn.stacks.length % 10 === 0) print(`  ${drawn.stacks.length} stacks are drawn`)
  }
  return drawn
}

async function stackOf(forms: readonly FilledForm[], at: number): Promise<Stack> {
  const starts: number[] = []
  let page = 1
  for (const { bytes } of forms) {
    starts.push(page)
    page += (await PDFDocument.load(bytes)).getPageCount()
  }
  return {
    path: `stack ${at}.pdf`,
    bytes: Buffer.from(await joinPdfs(forms.map(({ bytes }) => bytes))),
    starts,
  }
}

/** Of this process and the engines, as the system counts it. */
async function residentMb(sandbox: Sandbox): Promise<number> {
  let bytes = process.memoryUsage.rss()
  for (const pid of sandbox.figures.pids) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    bytes += 1024 * Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0)
  }
  return bytes / 1024 ** 2
}

interface Run {
  importId: string
  seconds: number
  pages: number
  peakMb: number
}

async function addAll(
  test: TestApp,
  sandbox: Sandbox,
  cookie: string,
  files: readonly Added[],
): Promise<Run> {
  const { newImport, nameFiles, sendPiece, untilImport } = archiveOf(
    () => test,
    () => cookie,
  )
  let peakMb = 0
  const timer = setInterval(
    () => void residentMb(sandbox).then((now) => (peakMb = Math.max(peakMb, now))),
    sampleMs,
  )
  const begunMs = performance.now()
  const { id } = await newImport()
  for (const { path, bytes } of files) {
    const [state] = (await nameFiles(id, [{ path, bytes: bytes.length }])).json().files
    for (let at = 0; at < bytes.length; at += 1024 ** 2) {
      await sendPiece(state.id, at, bytes.subarray(at, at + 1024 ** 2))
    }
  }
  const { pages } = await untilImport(id, ({ status }) => status === 'done')
  clearInterval(timer)
  return { importId: id, seconds: (performance.now() - begunMs) / 1000, pages, peakMb }
}

const compared = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '')

interface SureRow {
  path: string
  name: string
  value: string
  customer: string | null
}

/** Values that need nobody, and customers of certificates that are ready, compared with what was written. */
async function judgeSure(test: TestApp, importId: string, drawn: Drawn) {
  const { rows } = await test.database.executeAsOwner(
    `select f.path, d.name, d.value, (
        select c.name from coverage_index x join coverage_customers v on v.id = x.customer_id
          join customers c on c.id = v.record_id where x.share_id = f.share_id limit 1) as customer
     from archive_files f join document_fields d on d.document_id = f.document_id
     where f.import_id = $1 and d.is_sure and d.name in ('purchaser', 'number')`,
    [importId],
  )
  const labels = new Map(drawn.files.map((file) => [file.path, file.labels]))
  const counts = { values: 0, wrongValues: 0, matches: 0, wrongMatches: 0 }
  for (const { path, name, value, customer } of rows as SureRow[]) {
    const written = labels.get(path)?.fields.filter((field) => field.name === name) ?? []
    if (written.length === 0) continue
    const isWritten = (text: string) => written.some((field) => compared(field.value) === compared(text))
    counts.values += 1
    if (!isWritten(value)) counts.wrongValues += 1
    if (name !== 'purchaser' || customer === null) continue
    counts.matches += 1
    if (!isWritten(customer)) counts.wrongMatches += 1
  }
  return counts
}

/** A cut is right where a certificate begins; those that nobody set count as missing, and those inside one as wrong. */
async function judgeCuts(test: TestApp, importId: string, stacks: readonly Stack[], cookie: string) {
  const { listOf, call } = archiveOf(
    () => test,
    () => cookie,
  )
  // What may be private is decided first, as a person would. Drawn forms hold nothing that is.
  for (const { id } of (await listOf(importId, 'look')).filter(({ question }) => question === 'check')) {
    const { version } = (await call('GET', `/api/archive/files/${id}`)).json()
    await call('POST', `/api/archive/files/${id}/check`, { version, resolution: 'fine' })
  }
  const asked = await listOf(importId, 'look')
  const { rows } = await test.database.executeAsOwner('select path from archive_files where import_id = $1', [
    importId,
  ])
  const paths = (rows as { path: string }[]).map(({ path }) => path)
  let [right, wrong, expected, byItself] = [0, 0, 0, 0]
  for (const { path, starts } of stacks) {
    const parts = paths.flatMap((one) => {
      const [, from] = one.startsWith(`${path.slice(0, -4)}, page`) ? (/pages? (\d+)/.exec(one) ?? []) : []
      return from ? [Number(from)] : []
    })
    if (parts.length > 0) byItself += 1
    const question = asked.find((file) => file.path === path && file.question === 'split')
    const proposed = question
      ? ((await call('GET', `/api/archive/files/${question.id}`)).json().proposedParts as { from: number }[])
      : []
    const found = parts.length > 0 ? parts : proposed.map(({ from }) => from)
    const wanted = starts.slice(1)
    expected += wanted.length
    right += wanted.filter((page) => found.includes(page)).length
    wrong += found.filter((page) => page > 1 && !wanted.includes(page)).length
  }
  return { right: right / Math.max(1, expected + wrong), byItself }
}

const flagOf = (flags: readonly string[], name: string): number | undefined => {
  const flag = flags.find((one) => one.startsWith(`--${name}=`))
  return flag ? Number(flag.slice(name.length + 3)) : undefined
}

export const bench: Bench = {
  summary: 'files and stacks that a business adds, from the drop until all are sorted, on two cores',
  async run(print, flags) {
    const isShort = flags.includes('--short')
    const fileCount = flagOf(flags, 'files') ?? (isShort ? 10 : 1_000)
    const stackCount = flagOf(flags, 'stacks') ?? (isShort ? 3 : 100)
    const drawn = await draw(fileCount, stackCount, print)
    const sandbox = new Sandbox(createLog('silent'), {
      processes: cores,
      reservedProcesses: 0,
      memoryBytes: 2 * 1024 ** 3,
      pageTimeoutMs: 60_000,
      fileTimeoutMs: 600_000,
    })
    const test = await startTestApp({ sandbox, runJobs: true, logLevel: 'silent' })
    try {
      const business = await createTestBusiness(test)
      const cookie = await signInAs(test, business.manager)
      const again = drawn.files.filter((_, at) => at % againEvery === 0)
      const small = await addAll(test, sandbox, cookie, drawn.files.slice(0, Math.ceil(fileCount / 10)))
      print(`  ${Math.ceil(fileCount / 10)} files: ${small.peakMb.toFixed(0)} MB at most`)
      const whole = await addAll(test, sandbox, cookie, [
        ...drawn.files.slice(Math.ceil(fileCount / 10)),
        ...drawn.stacks,
        ...again.map(({ bytes }, at) => ({ path: `again ${at}`, bytes })),
      ])
      print(`  all: ${whole.seconds.toFixed(0)} s, ${whole.peakMb.toFixed(0)} MB at most`)
      const sure = await judgeSure(test, whole.importId, drawn)
      const cuts = await judgeCuts(test, whole.importId, drawn.stacks, cookie)
      const seconds = small.seconds + whole.seconds
      return {
        figures: {
          files: drawn.files.length + drawn.stacks.length + again.length,
          secondsUntilSorted: seconds,
          pagesPerMinuteAndCore: (60 * (small.pages + whole.pages)) / seconds / cores,
          peakMb: whole.peakMb,
          peakRatio: whole.peakMb / small.peakMb,
          rightCuts: cuts.right,
          stacksSplitByThemselves: cuts.byItself,
          sureValues: sure.values,
          sureValuesWrong: sure.wrongValues / Math.max(1, sure.values),
          sureMatches: sure.matches,
          sureMatchesWrong: sure.wrongMatches / Math.max(1, sure.matches),
        },
        limits: {
          peakRatio: { atMost: 1.25 },
          rightCuts: { atLeast: 0.98 },
          sureValuesWrong: { atMost: 0.005 },
          sureMatchesWrong: { atMost: 0.002 },
        },
      }
    } finally {
      await test.close()
    }
  },
}
