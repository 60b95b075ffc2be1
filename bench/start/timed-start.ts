import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '../../server/src/platform/http/free-port.ts'

const pollMs = 10
const restMs = 3000

export interface TimedStart {
  seconds: number
  memoryMb: number
}

/** Runs a server program until it answers, lets it rest, and ends it. */
export async function timedStart(program: string, dataDir: string): Promise<TimedStart> {
  const port = await findFreePort('127.0.0.1')
  const begin = performance.now()
  const child = spawn(process.execPath, [program], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = once(child, 'exit')
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error(`${program} ended with status ${child.exitCode}.`)
    await delay(pollMs)
  }
  const seconds = (performance.now() - begin) / 1000
  await delay(restMs)
  const memoryMb =
    Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' })) / 1024
  child.kill('SIGTERM')
  await exited
  return { seconds, memoryMb }
}

export async function isReady(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/api/ready`).catch(() => undefined)
  await response?.arrayBuffer()
  return response?.status === 200
}
