/** Where the time goes: what each kind of request costs, its statements, and the code that the server runs. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path, { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../../scripts/development/postgres-cluster.ts'
import { startFilledProduct } from './filled-product.ts'
import { HelperProcess, type Measured, requestKinds, type Step } from './protocol.ts'

const warmUp: Step = { perSecond: 60, seconds: 8 }
const perSecond = 60
const seconds = 6
const statementsShown = 20
const placesShown = 30

type Print = (line: string) => void

interface Cost {
  requests: number
  serverMs: number
  databaseMs: number
  statements: number
}

export async function profileLoad(print: Print): Promise<Record<string, number>> {
  const postgres = await startPostgres({
    settings: { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track': 'top' },
  })
  process.env.TEST_DATABASE = 'postgres'
  process.env.TEST_POSTGRES_URL = postgres.url
  const profileFolder = await mkdtemp(path.join(tmpdir(), 'exempta-profile-'))
  const load = new HelperProcess('../load/load-process.ts')
  let figures: Record<string, number> = {}
  try {
    const product = await startFilledProduct({ profileFolder })
    const database = new pg.Client({ connectionString: product.databaseUrl })
    await database.connect()
    try {
      await database.query('create extension if not exists pg_stat_statements')
      const { origin, people } = product
      await load.ask({ kind: 'product', origin, people, sockets: 0 })
      await load.ask(warmUp)
      const measure = async (step: Step): Promise<Cost> => {
        await database.query('select pg_stat_statements_reset()')
        const [before, databaseBefore] = [await product.usage(), await databaseCpuSeconds(postgres.dataDir)]
        const { latenciesMs, failures } = await load.ask<Measured>(step)
        const [after, databaseAfter] = [await product.usage(), await databaseCpuSeconds(postgres.dataDir)]
        const failed = Object.keys(failures)
        if (failed.length > 0) throw new Error(`Requests failed: ${failed.join(', ')}`)
        const requests = Object.values(latenciesMs).flat().length
        const each = (from = Number.NaN, to = Number.NaN) => ((to - from) * 1000) / requests
        const { rows } = await database.query<{ calls: string }>(
          'select coalesce(sum(calls), 0) as calls from pg_stat_statements',
        )
        return {
          requests,
          serverMs: each(before.cpuSeconds, after.cpuSeconds),
          databaseMs: each(databaseBefore, databaseAfter),
          statements: Number(rows[0]?.calls) / requests,
        }
      }
      print('  kind of request     server ms  database ms  statements')
      for (const only of requestKinds) {
        const cost = await measure({ perSecond, seconds, only })
        print(lineOf(only, cost))
      }
      const mix = await measure({ perSecond, seconds: seconds * 2 })
      print(lineOf('the mix', mix))
      figures = {
        cpuMsPerRequest: mix.serverMs,
        databaseCpuMsPerRequest: mix.databaseMs,
        statementsPerRequest: mix.statements,
      }
      await printStatements(database, mix.requests, print)
    } finally {
      await database.end()
      await load.end()
      await product.stop()
    }
    await printPlaces(profileFolder, print)
    return figures
  } finally {
    await rm(profileFolder, { recursive: true, force: true })
    await postgres.stop()
  }
}

function lineOf(name: string, { serverMs, databaseMs, statements }: Cost): string {
  const columns = [serverMs.toFixed(2).padStart(9), databaseMs.toFixed(2).padStart(12)]
  return `  ${name.padEnd(18)} ${columns.join(' ')} ${statements.toFixed(1).padStart(11)}`
}

/** The statements of the mix that the database worked longest on. */
async function printStatements(database: pg.Client, requests: number, print: Print): Promise<void> {
  const { rows } = await database.query<{ ms: number; calls: string; query: string }>(
    `select total_exec_time + total_plan_time as ms, calls, query from pg_stat_statements
     order by 1 desc limit $1`,
    [statementsShown],
  )
  print('  statements of the mix: ms per request, calls per request')
  for (const { ms, calls, query } of rows) {
    const text = query.replace(/\s+/g, ' ').slice(0, 110)
    print(`  ${(ms / requests).toFixed(3)}  ${(Number(calls) / requests).toFixed(2)}  ${text}`)
  }
}

interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string } }[]
  samples: number[]
  timeDeltas: number[]
}

/** The packages and files of our own in which the server spent its time, from start to end. */
async function printPlaces(folder: string, print: Print): Promise<void> {
  const times = new Map<string, number>()
  for (const file of await readdir(folder)) {
    const profile = JSON.parse(await readFile(path.join(folder, file), 'utf8')) as CpuProfile
    const places = new Map(profile.nodes.map(({ id, callFrame }) => [id, placeOf(callFrame)]))
    for (const [at, id] of profile.samples.entries()) {
      const place = places.get(id) ?? 'unknown'
      times.set(place, (times.get(place) ?? 0) + (profile.timeDeltas[at] ?? 0))
    }
  }
  times.delete('(idle)')
  const sum = [...times.values()].reduce((total, time) => total + time, 0)
  const longest = [...times].sort(([, a], [, b]) => b - a).slice(0, placesShown)
  print('  share of the server’s processor time')
  for (const [place, time] of longest) print(`  ${((time / sum) * 100).toFixed(1).padStart(5)} %  ${place}`)
}

function placeOf({ functionName, url }: CpuProfile['nodes'][number]['callFrame']): string {
  const packageName = url.match(/.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1]
  if (packageName) return packageName
  if (url === '') return functionName
  return url.replace(/^.*\/(server|contract|knowledge|redaction)\/src\//, '$1/')
}

const ticksPerSecond = 100

/** Processor time in seconds that the server with this data folder has used; undefined when it is unknown. */
export async function databaseCpuSeconds(dataDir: string): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined
  const [postmaster = ''] = (await readFile(join(dataDir, 'postmaster.pid'), 'utf8')).split('\n')
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  const own = await ticksOf(postmaster)
  const theirs = await Promise.all(children.trim().split(' ').map(ticksOf))
  // Of the first process also the time of those that have ended.
  const ticks = own.ended + [own, ...theirs].reduce((sum, { used }) => sum + used, 0)
  return ticks / ticksPerSecond
}

async function ticksOf(pid: string): Promise<{ used: number; ended: number }> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name in brackets may hold spaces; the times are the 12th to 15th of what follows it.
  const [utime = 0, stime = 0, cutime = 0, cstime = 0] = line
    .slice(line.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number)
  return { used: utime + stime, ended: cutime + cstime }
}
