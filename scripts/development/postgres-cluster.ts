/** A throw-away PostgreSQL for tests and benchmarks, on a spare port, gone when its starter is gone. */
import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chown, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findPostgresBinaries, type PostgresSource } from './postgres-binaries.ts'
import { findSparePort } from './spare-port.ts'

const startAttempts = 5
const readyLine = 7
const logTailChars = 2000

export interface PostgresOptions {
  /** Default: the machine's programs when there are any, otherwise npm's. */
  source?: PostgresSource
  /** Default: true, as in production. */
  fsync?: boolean
  /** More settings for postgresql.conf. */
  settings?: Record<string, string>
}

export interface PostgresCluster {
  url: string
  port: number
  dataDir: string
  /** Kills the server with no chance to tidy up. */
  crash(): Promise<void>
  /** Starts the server again on the same data and port. */
  restart(): Promise<void>
  /** Ends the server and removes its data. */
  stop(): Promise<void>
}

export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresCluster> {
  const user = unprivilegedUser()
  const folder = await mkdtemp(path.join(tempFolderFor(user), 'exempta-postgres-'))
  const removeWithUs = watchParent(folder)
  try {
    const bin = await findPostgresBinaries(folder, options.source)
    if (user) await chown(folder, user.uid, user.gid)
    const dataDir = path.join(folder, 'data')
    await promisify(execFile)(path.join(bin, 'initdb'), initArguments(dataDir), { ...user, cwd: folder })

    const port = await findSparePort()
    await appendFile(path.join(dataDir, 'postgresql.conf'), configuration(port, options))
    const launch = () => launchServer({ bin, dataDir, logFile: path.join(folder, 'log'), user })
    let server = await retry(launch)

    return {
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      port,
      dataDir,
      crash: () => endServer(server, 'SIGKILL'),
      async restart() {
        server = await retry(launch)
      },
      async stop() {
        await endServer(server, 'SIGINT')
        await rm(folder, { recursive: true, force: true })
        removeWithUs.end()
      },
    }
  } catch (error) {
    removeWithUs.end()
    throw error
  }
}

function initArguments(dataDir: string): string[] {
  const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
  return ['-D', dataDir, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', `--locale=${locale}`, '--no-sync']
}

function configuration(port: number, { fsync = true, settings = {} }: PostgresOptions): string {
  return Object.entries({
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(port),
    lc_messages: 'C',
    shared_buffers: '32MB',
    max_connections: '200',
    fsync: fsync ? 'on' : 'off',
    ...settings,
  })
    .map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`)
    .join('')
}

// After a crash the old server's processes may hold its memory for a moment.
async function retry<T>(act: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await act()
    } catch (error) {
      if (attempt === startAttempts) throw error
      await delay(200 * attempt)
    }
  }
}

// The shell lives in a session of its own and reads a pipe that only we hold: however we end, even by
// kill -9, the pipe closes, and the shell ends the server (QUIT: at once) and removes its folder.
function watchParent(folder: string) {
  const script = `
    cat >/dev/null
    lock="$1/data/postmaster.pid"
    kill -QUIT "$(head -n 1 "$lock")" && while [ -e "$lock" ]; do sleep 0.1; done
    rm -rf "$1"`
  const watch = spawn('sh', ['-c', script, 'sh', folder], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watch.unref()
  ;(watch.stdin as Socket).unref()
  return watch.stdin
}

interface ServerPlace {
  bin: string
  dataDir: string
  logFile: string
  user: UserIds | undefined
}

/** Starts `postgres` on an existing data folder and waits until it accepts connections. */
async function launchServer({ bin, dataDir, logFile, user }: ServerPlace): Promise<ChildProcess> {
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
async function endServer(server: ChildProcess, signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
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

interface UserIds {
  uid: number
  gid: number
}

/** PostgreSQL refuses to run as root: then it runs as `nobody`. */
function unprivilegedUser(): UserIds | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** A folder for temporary files that this user can reach. */
function tempFolderFor(user: UserIds | undefined): string {
  const folders = [tmpdir(), '/tmp', '/var/tmp']
  const reachable = folders.find(
    (folder) => !user || spawnSync('sh', ['-c', 'cd "$1"', 'sh', folder], { ...user, cwd: '/' }).status === 0,
  )
  if (!reachable) throw new Error(`The user nobody can reach none of ${folders.join(', ')}.`)
  return reachable
}
