/**
 * What this system offers to isolate a sandboxed process. Bubblewrap gives all of it: the process sees the engine's
 * program read-only and nothing else of the machine. Without it, the tools of util-linux give a part. Each way is
 * tried by really starting Node in it; what is missing is named together with how to get it.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { systemCallFilter } from './system-call-filter.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
export const engineProgram = fileURLToPath(new URL('./engine-main.ts', import.meta.url))

/** All that the engine reads of the installation. */
export const engineFiles = [
  'node_modules',
  'knowledge',
  'redaction',
  'server/src/platform/sandbox',
  'package.json',
  'server/package.json',
].map((path) => root + path)

// The reader's network library chooses its code by the kind of processor; what a system lacks is left out.
const systemFiles = [
  '/lib',
  '/lib64',
  '/usr/lib',
  '/usr/lib64',
  '/nix/store',
  '/etc/ld.so.cache',
  '/etc/ld-musl-x86_64.path',
  '/etc/ld-musl-aarch64.path',
  '/proc/cpuinfo',
  '/sys/devices/system/cpu',
]

// An unused user id: systems leave 65520 to 65533 free, and containers have it too.
const engineAccount = 65_533

export interface Protection {
  name: string
  isActive: boolean
  /** How to enable it; null when it is active. */
  remedy: string | null
}

export interface Isolation {
  /** A chain of commands that start each other and finally Node. */
  prefix: string[]
  /** Bubblewrap reads the filter from standard input and reports the engine's process id. */
  usesBubblewrap: boolean
  protections: Protection[]
  /** Error output of the tools that failed, for the log. */
  failures: string[]
}

type FindTool = (name: string) => string | undefined

const systemTool: FindTool = (name) =>
  ['/usr/bin', '/bin', '/usr/sbin', '/usr/local/bin'].map((folder) => `${folder}/${name}`).find(existsSync)

/** The engine's own thread, one that reads beside it, and one that draws PDFs. */
const engineThreads = 3

/**
 * Node reserves room for compiled code in each thread. Where the processor can protect that room by keys, it's writable
 * from the start, so the kernel counts all of it as data, although nearly nothing is in it.
 */
function codeRangeBytes(): number {
  if (!existsSync('/proc/self/maps')) return 0
  const sizes = [
    ...readFileSync('/proc/self/maps', 'latin1').matchAll(/^([\da-f]+)-([\da-f]+) rwxp 0+ 00:00 0/gm),
  ]
  return Math.max(
    0,
    ...sizes.map(([, from = '0', to = '0']) => Number.parseInt(to, 16) - Number.parseInt(from, 16)),
  )
}

/** Detects what this system offers. It starts Node up to three times, so call it once. */
export function findIsolation(memoryBytes: number, findTool: FindTool = systemTool): Isolation {
  const isRoot = process.getuid?.() === 0
  const failures: string[] = []
  const command = (name: string, args: string[]) => {
    const path = findTool(name)
    return path === undefined ? undefined : [path, ...args]
  }
  /** The first of these commands that works after the prefix. */
  const extend = (prefix: string[], commands: (string[] | undefined)[], usesBubblewrap = false) => {
    for (const added of commands) {
      const failure = added && failureOf([...prefix, ...added], usesBubblewrap)
      if (added && failure === undefined) return added
      if (added) failures.push(`${added[0]}: ${failure}`)
    }
    return undefined
  }

  const dataBytes = memoryBytes + engineThreads * codeRangeBytes()
  const memoryLimit = extend([], [command('prlimit', [`--data=${dataBytes}`, '--core=0'])])
  const account = isRoot ? command('setpriv', ownAccount) : undefined
  const bubblewrap = command('bwrap', bubblewrapArgs)
  const withLimit = bubblewrap && [...(memoryLimit ?? []), ...bubblewrap]
  const inside = extend([], [account && withLimit && [...account, ...withLimit], withLimit], true)
  if (inside) {
    return {
      prefix: inside,
      usesBubblewrap: true,
      failures,
      protections: protectionsOf({
        inBubblewrap: true,
        network: true,
        filter: systemCallFilter() !== undefined,
        noNewPrivileges: true,
        endsWithServer: true,
        memoryLimit: memoryLimit !== undefined,
        account: isRoot ? inside[0] === account?.[0] : undefined,
        bubblewrapRemedy: '',
      }),
    }
  }

  const prefix: string[] = []
  const add = (...commands: (string[] | undefined)[]) => {
    const added = extend(prefix, commands)
    prefix.push(...(added ?? []))
    return added
  }
  const asOtherUser = isRoot ? [] : ['--map-current-user']
  const network = add(command('unshare', [...asOtherUser, '--net', '--ipc', '--uts']))
  const privileges = ['--no-new-privs', '--pdeathsig=KILL']
  const unprivileged = account && [...account, ...privileges]
  const restricted = add(unprivileged, command('setpriv', privileges))
  prefix.push(...(memoryLimit ?? []))
  return {
    prefix,
    usesBubblewrap: false,
    failures,
    protections: protectionsOf({
      inBubblewrap: false,
      network: network !== undefined,
      filter: false,
      noNewPrivileges: restricted !== undefined,
      endsWithServer: restricted !== undefined,
      memoryLimit: memoryLimit !== undefined,
      account: isRoot ? restricted !== undefined && restricted === unprivileged : undefined,
      bubblewrapRemedy: bubblewrap
        ? "Bubblewrap can't start here. Allow user namespaces as docs/operations.md describes, and restart the server."
        : 'Install bubblewrap (apt-get install bubblewrap) and restart the server.',
    }),
  }
}

const ownAccount = [
  `--reuid=${engineAccount}`,
  `--regid=${engineAccount}`,
  '--clear-groups',
  '--inh-caps=-all',
  '--bounding-set=-all',
]

const bubblewrapArgs = [
  '--unshare-all',
  '--die-with-parent',
  '--new-session',
  // No process between the engine and the end of its namespace.
  '--as-pid-1',
  '--cap-drop',
  'ALL',
  ...systemFiles.flatMap((path) => ['--ro-bind-try', path, path]),
  ...[...engineFiles, process.execPath].flatMap((path) => ['--ro-bind', path, path]),
  // Node opens it in place of standard input, which ends with the filter.
  '--dev-bind',
  '/dev/null',
  '/dev/null',
  '--remount-ro',
  '/',
  '--chdir',
  '/',
  '--info-fd',
  '4',
  ...(systemCallFilter() ? ['--seccomp', '0'] : []),
  '--',
]

/** Why Node cannot start behind these commands and read the engine's program; undefined when it can. */
function failureOf([command, ...args]: string[], usesBubblewrap: boolean): string | undefined {
  const check = ['--eval', 'fs.readFileSync(process.argv[1])', engineProgram]
  const { status, stderr, error } = spawnSync(command as string, [...args, process.execPath, ...check], {
    cwd: '/',
    env: {},
    input: usesBubblewrap ? (systemCallFilter() ?? '') : '',
    stdio: ['pipe', 'ignore', 'pipe', 'ignore', 'pipe'],
    timeout: 30_000,
  })
  if (status === 0) return undefined
  const firstLine = stderr?.toString('utf8').split('\n').find(Boolean)
  return firstLine ?? (status === null ? error?.message : undefined) ?? `exit code ${status}`
}

interface Found {
  inBubblewrap: boolean
  network: boolean
  filter: boolean
  noNewPrivileges: boolean
  endsWithServer: boolean
  memoryLimit: boolean
  /** Undefined when there is no choice, because only root can start a process as another user. */
  account: boolean | undefined
  bubblewrapRemedy: string
}

function protectionsOf(found: Found): Protection[] {
  const { inBubblewrap, bubblewrapRemedy } = found
  const utilLinux = 'Install util-linux (apt-get install util-linux) and restart the server.'
  const protection = (name: string, isActive: boolean, remedy: string): Protection => ({
    name,
    isActive,
    remedy: isActive ? null : remedy,
  })
  return [
    protection('Sees no files except its own code', inBubblewrap, bubblewrapRemedy),
    protection('Sees no other processes', inBubblewrap, bubblewrapRemedy),
    protection('No network', found.network, bubblewrapRemedy),
    protection(
      'System call filter',
      found.filter,
      inBubblewrap ? 'Run the server on an x64 or arm64 processor.' : bubblewrapRemedy,
    ),
    protection('No new privileges', found.noNewPrivileges, utilLinux),
    ...(found.account === undefined
      ? []
      : [
          protection(
            'Separate user account',
            found.account,
            'Run the server under an account of its own instead of root, or install it where every account can read it, such as /opt/exempta.',
          ),
        ]),
    protection('Ends with the server', found.endsWithServer, utilLinux),
    protection('Hard memory limit', found.memoryLimit, utilLinux),
  ]
}
