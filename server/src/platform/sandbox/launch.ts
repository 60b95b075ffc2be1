/**
 * How a sandboxed process is started: no environment, no network, no writing, nothing to read but its own program.
 * Where the system lacks one of the tools, that wall is missing and said so; the others stand.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const program = fileURLToPath(new URL('./engine-main.ts', import.meta.url))
const readable = [
  'node_modules',
  'redaction',
  'server/src/platform/sandbox',
  'package.json',
  'server/package.json',
]

export interface Walls {
  /** Commands that each start the next one, ending in Node. */
  prefix: string[]
  missing: string[]
}

const tool = (name: string) =>
  ['/usr/bin', '/bin', '/usr/sbin'].map((folder) => `${folder}/${name}`).find(existsSync)

const works = ([command, ...args]: string[]) =>
  command !== undefined &&
  spawnSync(command, [...args, '/bin/true'], { env: {}, stdio: 'ignore' }).status === 0

/** Finds out what this system allows. */
export function findWalls(memoryBytes: number): Walls {
  const walls: Walls = { prefix: [], missing: [] }
  const tries: [wall: string, name: string, ...args: string[]][] = [
    ['no network', 'unshare', '--map-root-user', '--net'],
    ['no life without the server', 'setpriv', '--pdeathsig', 'KILL'],
    ['hard memory limit', 'prlimit', `--data=${memoryBytes}`],
  ]
  for (const [wall, name, ...args] of tries) {
    const path = tool(name)
    if (path && works([path, ...args])) walls.prefix.push(path, ...args)
    else walls.missing.push(wall)
  }
  return walls
}

export function launch({ prefix }: Walls): ChildProcess {
  const [command, ...args] = [
    ...prefix,
    process.execPath,
    '--permission',
    '--allow-addons',
    '--allow-worker',
    ...readable.map((path) => `--allow-fs-read=${root}${path}`),
    '--disable-warning=SecurityWarning',
    '--max-old-space-size=512',
    program,
  ]
  return spawn(command as string, args, {
    cwd: '/',
    // Two arenas: with one per thread, memory does not come back after a large page.
    env: { MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
}
