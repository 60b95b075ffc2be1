import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { testDatabaseKind } from '../../../test/database.ts'
import { EngineProcess } from './engine-process.ts'
import { findIsolation, type Isolation } from './isolation.ts'
import { type Launched, launch } from './launch.ts'
import { deniedCalls } from './system-call-filter.ts'

const memoryBytes = 2 * 1024 ** 3
const isRoot = process.getuid?.() === 0

const full = findIsolation(memoryBytes)
const withoutBubblewrap = findIsolation(memoryBytes, (name) =>
  name === 'bwrap' ? undefined : [`/usr/bin/${name}`, `/bin/${name}`, `/usr/sbin/${name}`].find(existsSync),
)
const nothing = findIsolation(memoryBytes, () => undefined)
const isActive = ({ protections }: Isolation, wanted: string) =>
  protections.find(({ name }) => name === wanted)?.isActive === true

let dataDir: string
let server: Server
let port: number
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'isolation-'))
  await writeFile(path.join(dataDir, 'master.key'), 'secret', { mode: 0o600 })
  server = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as { port: number }).port
})
afterAll(async () => {
  server.close()
  await rm(dataDir, { recursive: true })
})

/**
 * What code that has taken over the engine would try. It runs in Node without Node's permission model, so each
 * attempt is the system call that native code would make, and only the operating system can refuse it.
 */
const attackCode = `
  const [dataDir, home, port, serverPid] = JSON.parse(process.argv[1])
  const attacks = {
    'read the master key': () => fs.readFileSync(dataDir + '/master.key'),
    'list the data folder': () => fs.readdirSync(dataDir),
    'list the home folder': () => fs.readdirSync(home),
    'read the accounts of the machine': () => fs.readFileSync('/etc/passwd'),
    'read the environment of the server': () => fs.readFileSync('/proc/' + serverPid + '/environ'),
    'see other processes': () => {
      if (!fs.readdirSync('/proc').some((name) => Number(name) !== process.pid && Number(name) > 0)) throw 'none'
    },
    'write to the data folder': () => fs.writeFileSync(dataDir + '/written', ''),
    'write to the temporary folder': () => {
      const file = os.tmpdir() + '/attack-' + serverPid
      fs.writeFileSync(file, '')
      fs.rmSync(file)
    },
    'write to the root folder': () => {
      fs.writeFileSync('/attack-' + serverPid, '')
      fs.rmSync('/attack-' + serverPid)
    },
    'signal the server': () => process.kill(serverPid, 0),
    'start a program': () => {
      const { error } = child_process.spawnSync(process.execPath, ['--version'])
      if (error) throw error
    },
    'connect to the server': () => new Promise((resolve, reject) => {
      net.connect(port, '127.0.0.1').on('connect', resolve).on('error', reject)
    }),
  }
  const succeeded = []
  void (async () => {
    for (const [name, attack] of Object.entries(attacks)) {
      try {
        await attack()
        succeeded.push(name)
      } catch {}
    }
    fs.writeSync(3, JSON.stringify(succeeded))
    process.exit()
  })()`

/** The attacks that succeeded. */
async function attack(isolation: Isolation): Promise<string[]> {
  const target = [dataDir, os.homedir(), port, process.pid]
  const { child, pipe } = launch(isolation, ['--eval', attackCode, JSON.stringify(target)])
  const [succeeded, errorOutput] = await Promise.all([text(pipe), text(child.stderr as Readable)])
  expect(succeeded, errorOutput).not.toBe('')
  return JSON.parse(succeeded)
}

const waitArgs = ['--eval', 'fs.writeSync(3, "up"); setInterval(() => {}, 1e6)']

/** Starts Node that waits in the sandbox. */
async function waitInside(isolation: Isolation): Promise<Launched> {
  const launched = launch(isolation, waitArgs)
  await once(launched.pipe, 'data')
  return launched
}

/** Ended, but perhaps still a zombie. */
const hasEnded = async (pid: number) => {
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => 'State:\tZ')
  return status.includes('State:\tZ')
}

// No database is touched: one of the two runs it.
describe.runIf(testDatabaseKind() === 'embedded' && process.platform === 'linux')('the isolation', () => {
  test('is needed: without it, code that took over the engine does what it likes', async () => {
    expect(await attack(nothing)).toEqual([
      'read the master key',
      'list the data folder',
      'list the home folder',
      'read the accounts of the machine',
      'read the environment of the server',
      'see other processes',
      'write to the data folder',
      'write to the temporary folder',
      ...(isRoot ? ['write to the root folder'] : []),
      'signal the server',
      'start a program',
      'connect to the server',
    ])
    await rm(path.join(dataDir, 'written'))
  })

  test.runIf(full.usesBubblewrap)('by Bubblewrap defeats every attack', async () => {
    expect(await attack(full)).toEqual([])
    expect(await readdir(dataDir)).toEqual(['master.key'])
  })

  test.runIf(
    isActive(withoutBubblewrap, 'Separate user account') && isActive(withoutBubblewrap, 'No network'),
  )('by a separate account keeps keys, server and network out of reach', async () => {
    const succeeded = await attack(withoutBubblewrap)
    expect(succeeded).not.toEqual(
      expect.arrayContaining([
        expect.stringMatching(/key|data folder|environment|root folder|signal|connect/),
      ]),
    )
  })

  test.runIf(full.usesBubblewrap)('leaves no privilege, and its own namespaces', async () => {
    const inside = await waitInside(full)
    const pid = await inside.pid
    const status = await readFile(`/proc/${pid}/status`, 'latin1')
    const line = (name: string) => status.match(new RegExp(`^${name}:[ \\t]*(.*?) *$`, 'm'))?.[1]
    for (const name of ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb']) {
      expect(line(name), name).toBe('0000000000000000')
    }
    expect(line('NoNewPrivs')).toBe('1')
    expect(line('Seccomp')).toBe(isActive(full, 'System call filter') ? '2' : '0')
    if (isActive(full, 'Separate user account')) {
      expect(line('Uid')).toBe('65533\t65533\t65533\t65533')
      expect(line('Groups')).toBe('')
    }
    for (const name of ['user', 'mnt', 'pid', 'net', 'ipc', 'uts']) {
      expect(await readlink(`/proc/${pid}/ns/${name}`), name).not.toBe(
        await readlink(`/proc/self/ns/${name}`),
      )
    }
    if (isActive(full, 'Hard memory limit')) {
      const limits = await readFile(`/proc/${pid}/limits`, 'latin1')
      expect(limits).toMatch(/Max data size +2147483648/)
      expect(limits).toMatch(/Max core file size +0 +0/)
    }
    inside.kill()
    await once(inside.child, 'close')
    expect(existsSync(`/proc/${pid}`)).toBe(false)
  })

  test('ends a process that is killed while it starts', async () => {
    const limits = { pageTimeoutMs: 60_000, fileTimeoutMs: 60_000, memoryBytes }
    for (const waitMs of [0, 1, 2, 4, 8, 16, 32]) {
      const engine = new EngineProcess(full, limits)
      engine.ready.catch(() => {})
      await delay(waitMs)
      engine.kill('closed')
      await engine.ended
    }
  })

  test.runIf(isActive(full, 'Ends with the server'))(
    'ends the process when the server is killed',
    async () => {
      for (const [name, isolation] of Object.entries({ full, withoutBubblewrap })) {
        const code = `
          import { once } from 'node:events'
          import { launch } from '${new URL('./launch.ts', import.meta.url)}'
          const { pid, pipe } = launch(${JSON.stringify(isolation)}, ${JSON.stringify(waitArgs)})
          await once(pipe, 'data')
          console.log(await pid)
          setInterval(() => {}, 1e6)`
        const parent = spawn(process.execPath, ['--input-type=module', '--eval', code])
        const [pid] = await once(parent.stdout.setEncoding('utf8'), 'data')
        expect(Number(pid), name).toBeGreaterThan(1)
        parent.kill('SIGKILL')
        await vi.waitUntil(() => hasEnded(Number(pid)), { timeout: 30_000 })
      }
    },
  )

  const perl = '/usr/bin/perl'
  test.runIf(isActive(full, 'System call filter') && existsSync(perl))(
    'refuses the system calls on the list, and no others',
    async () => {
      const called = new Map([...deniedCalls(process.arch), ['getpid', process.arch === 'x64' ? 39 : 172]])
      const script = 'for (@ARGV) { $! = 0; syscall($_, -1, -1, -1, -1, -1); print STDERR $!+0, " " }'
      const code = `process.execve('${perl}', ['perl', '-e', '${script}', ...${JSON.stringify([...called.values()].map(String))}])`
      const prefix = full.prefix.toSpliced(full.prefix.indexOf('--remount-ro'), 0, '--ro-bind', perl, perl)
      const { child } = launch({ ...full, prefix }, ['--no-warnings', '--eval', code])
      const errors = await text(child.stderr as Readable)
      const found = errors.trim().split(' ').map(Number)
      expect(found, errors).toHaveLength(called.size)
      const notRefused = [...called.keys()].filter((_, index) => found[index] !== os.constants.errno.EPERM)
      expect(notRefused).toEqual(['getpid'])
    },
  )

  test('names what is missing and how to get it', () => {
    expect(nothing.protections.filter(({ isActive }) => isActive)).toEqual([])
    expect(nothing.protections.filter(({ remedy }) => remedy === null)).toEqual([])
    for (const { name, isActive, remedy } of [...full.protections, ...withoutBubblewrap.protections]) {
      expect(remedy === null, name).toBe(isActive)
    }
    expect(withoutBubblewrap.protections).toContainEqual({
      name: 'Sees no files except its own code',
      isActive: false,
      remedy: 'Install bubblewrap (apt-get install bubblewrap) and restart the server.',
    })
    const broken = findIsolation(memoryBytes, (name) => (name === 'bwrap' ? '/bin/false' : undefined))
    expect(broken.failures).toEqual(['/bin/false: exit code 1'])
    expect(broken.protections[0]?.remedy).toMatch(/^Bubblewrap can't start here/)
  })
})
