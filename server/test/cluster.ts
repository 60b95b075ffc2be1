/**
 * A cluster on one machine: two web replicas and two workers behind a load balancer. They share PostgreSQL and an S3
 * server but no folder. Everything is in one temporary folder that `stop` deletes.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type PostgresCluster, startPostgres } from '../../scripts/development/postgres-cluster.ts'
import { findFreePort } from '../src/platform/http/free-port.ts'
import { startLoadBalancer } from './load-balancer.ts'
import {
  type ProgramProcess,
  startProgram,
  startServerProcess,
  startWorkerProcess,
} from './server-process.ts'

const s3Program = fileURLToPath(new URL('./s3-process.ts', import.meta.url))

export const memberNames = ['web-1', 'worker-1', 's3', 'web-2', 'postgres', 'worker-2'] as const
export type MemberName = (typeof memberNames)[number]

export interface Member {
  kill(): Promise<void>
  /** Ends it as operators do, and waits until it has. */
  stop(): Promise<void>
  /** Starts it again, where it was before. */
  start(): Promise<void>
  /** Its last output, when it ended unexpectedly. */
  fallen(): string | undefined
}

export interface Cluster {
  /** The port of the load balancer. */
  origin: string
  /** The replicas by themselves. */
  replicas: readonly [string, string]
  databaseUrl: string
  members: Record<MemberName, Member>
  stop(): Promise<void>
}

export interface ClusterOptions {
  port?: number
  environment?: Record<string, string>
}

export async function startCluster({ port = 0, environment = {} }: ClusterOptions): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'exempta-cluster-'))
  const [firstPort, secondPort, s3Port] = [
    await findFreePort('127.0.0.1'),
    await findFreePort('127.0.0.1'),
    await findFreePort('127.0.0.1'),
  ]
  const loadBalancer = await startLoadBalancer(port, [firstPort, secondPort])
  const origin = `http://localhost:${loadBalancer.port}`
  const postgres = await startPostgres()
  const shared = {
    PUBLIC_URL: origin,
    DATABASE_URL: postgres.url,
    MASTER_KEY: randomBytes(32).toString('base64'),
    S3_ENDPOINT: `http://127.0.0.1:${s3Port}`,
    S3_BUCKET: 'files',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
    ...environment,
  }
  const own = (name: string) => ({ ...shared, DATA_DIR: join(folder, name) })
  const web = (name: string, ownPort: number) =>
    processMember(() => startServerProcess({ ...own(name), PORT: String(ownPort) }, ['--role', 'web']))
  const worker = (name: string) => processMember(() => startWorkerProcess(own(name)))
  const s3 = processMember(async () => {
    await mkdir(join(folder, 's3'), { recursive: true })
    const program = startProgram([s3Program, String(s3Port), join(folder, 's3')], {})
    await program.awaitOutput(/ready/)
    return program
  })
  const programs = {
    'web-1': web('web-1', firstPort),
    'web-2': web('web-2', secondPort),
    'worker-1': worker('worker-1'),
    'worker-2': worker('worker-2'),
  }
  const stop = async () => {
    loadBalancer.close()
    await Promise.all(Object.values(programs).map((member) => member.end('SIGTERM')))
    await s3.end('SIGKILL')
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await s3.start()
    // All at once, on an empty database: they agree among themselves who sets it up.
    await Promise.all(Object.values(programs).map((member) => member.start()))
  } catch (error) {
    await stop()
    throw error
  }
  const members = { ...programs, s3, postgres: postgresMember(postgres) }
  const replicas = [`http://127.0.0.1:${firstPort}`, `http://127.0.0.1:${secondPort}`] as const
  return { origin, replicas, databaseUrl: postgres.url, members, stop }
}

function processMember(launch: () => Promise<ProgramProcess>) {
  let running: ProgramProcess | undefined
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    const ending = running
    running = undefined
    await ending?.end(signal)
  }
  return {
    end,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    async start() {
      running = await launch()
    },
    fallen() {
      if (!running || (running.child.exitCode ?? running.child.signalCode) === null) return undefined
      return `It has ended. ${running.complaints.join('\n')}`
    },
  }
}

const postgresMember = ({ crash, restart }: PostgresCluster): Member => ({
  kill: crash,
  stop: crash,
  start: restart,
  fallen: () => undefined,
})
