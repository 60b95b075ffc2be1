/** Starts a sandboxed process: isolated as far as the system offers, and with Node's own permissions in any case. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Duplex } from 'node:stream'
import { json } from 'node:stream/consumers'
import { engineFiles, engineProgram, type Isolation } from './isolation.ts'
import { systemCallFilter } from './system-call-filter.ts'

/** What keeps the memory of the engine small. */
export const engineMemory = {
  nodeArgs: ['--max-old-space-size=512'],
  // Two arenas: with one per thread, memory does not come back after a large page.
  environment: { MALLOC_ARENA_MAX: '2' },
}

const engine = [
  '--permission',
  '--allow-addons',
  '--allow-worker',
  ...engineFiles.map((path) => `--allow-fs-read=${path}`),
  '--disable-warning=SecurityWarning',
  ...engineMemory.nodeArgs,
  engineProgram,
]

export interface Launched {
  /** Ends when the engine ends. With Bubblewrap it is not the engine itself, but its parent. */
  child: ChildProcess
  pipe: Duplex
  /** The engine's process; undefined when it did not start. */
  pid: Promise<number | undefined>
  /** Ends the engine at once. */
  kill(): void
}

export function launch(
  { prefix, usesBubblewrap }: Isolation,
  nodeArgs: readonly string[] = engine,
): Launched {
  const [command, ...args] = [...prefix, process.execPath, ...nodeArgs]
  const child = spawn(command as string, args, {
    cwd: '/',
    env: engineMemory.environment,
    stdio: usesBubblewrap
      ? ['pipe', 'ignore', 'pipe', 'pipe', 'pipe']
      : ['ignore', 'ignore', 'pipe', 'pipe', 'ignore'],
  })
  // A process that ended before it read the filter is detected by its exit.
  child.stdin?.on('error', () => {}).end(systemCallFilter())
  const pid = usesBubblewrap ? pidFromBubblewrap(child.stdio[4] as Duplex) : Promise.resolve(child.pid)
  return {
    child,
    pipe: child.stdio[3] as Duplex,
    pid,
    kill: () => void pid.then((found) => killEngine(child, found)),
  }
}

async function pidFromBubblewrap(info: Duplex): Promise<number | undefined> {
  try {
    const { 'child-pid': pid } = (await json(info)) as { 'child-pid': number }
    return pid
  } catch {
    // It ended before it started the engine; the caller that waits for the engine learns it from the process exit.
    return undefined
  }
}

/**
 * With Bubblewrap the engine is ended rather than its parent. Without the parent it would stay behind: as a zombie where
 * process 1 does not look after orphans, and for good if it was still waiting for the parent to set it up.
 */
function killEngine(child: ChildProcess, pid: number | undefined): void {
  if (pid === undefined || pid === child.pid || !isChild(pid, child.pid)) {
    child.kill('SIGKILL')
    return
  }
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    // It exited after the check; its parent exits with it.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Also false when the process has ended, because its id may belong to another process by now. */
function isChild(pid: number, parent: number | undefined): boolean {
  try {
    const parentLine = /^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))
    return Number(parentLine?.[1]) === parent
  } catch {
    return false
  }
}
