import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { UserIds } from './unprivileged-user.ts'

const readyLine = 7
const logTailChars = 2000

export interface ServerPlace {
  bin: string
  dataDir: string
  logFile: string
  user: UserIds | undefined
}

/** Starts `postgres` on an existing data folder and waits until it accepts connections. */
export async function launchServer({ bin, dataDir, logFile, user }: ServerPlace): Promise<ChildProcess> {
  const log = await open(logFile, 'a')
  const server = spawn(path.join(bin, 'postgres'), ['-D', dataDir], {
    ...user,
    cwd: dataDir,
    env: { PATH: process.env.PATH },
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  })
  await once(server, 'spawn')
  await log.close()
  while (!(await isReady(dataDir, server))) {
    if (hasEnded(server)) {
      throw new Error(`PostgreSQL did not start:\n${(await readFile(logFile, 'utf8')).slice(-logTailChars)}`)
    }
    await delay(25)
  }
  server.unref()
  return server
}

/** Sends the signal and waits for the end; SIGINT is PostgreSQL's quick but orderly shutdown. */
export async function endServer(server: ChildProcess, signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
  if (hasEnded(server)) return
  server.ref()
  const exit = once(server, 'exit')
  server.kill(signal)
  await exit
}

function hasEnded(server: ChildProcess): boolean {
  return server.exitCode !== null || server.signalCode !== null
}

// PostgreSQL writes its state into its lock file; pg_ctl waits on the same line.
async function isReady(dataDir: string, server: ChildProcess): Promise<boolean> {
  const lines = await readFile(path.join(dataDir, 'postmaster.pid'), 'utf8')
    .then((text) => text.split('\n'))
    .catch(() => [])
  return Number(lines[0]) === server.pid && lines[readyLine]?.trim() === 'ready'
}
