import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** A limit for the memory of processes, with what they cache of files, that the kernel enforces. */
export interface MemoryLimit {
  /** Also holds for the processes that it starts from now on. */
  add(pid: number): Promise<void>
  /** How many processes the kernel has ended for want of memory. */
  killed(): Promise<number>
  /** Once its processes have ended. */
  remove(): Promise<void>
}

/** The two versions of control groups, which name their files differently. */
const versions = [
  {
    root: '/sys/fs/cgroup/memory',
    mark: 'tasks',
    limit: 'memory.limit_in_bytes',
    events: 'memory.oom_control',
  },
  { root: '/sys/fs/cgroup', mark: 'cgroup.controllers', limit: 'memory.max', events: 'memory.events' },
]

/** Undefined where the machine or the rights of this user don't allow it. */
export async function limitMemory(bytes: number): Promise<MemoryLimit | undefined> {
  const version = versions.find(({ root, mark }) => existsSync(path.join(root, mark)))
  if (!version) return undefined
  const folder = path.join(version.root, `exempta-test-${randomUUID()}`)
  const file = (name: string) => path.join(folder, name)
  const limit: MemoryLimit = {
    add: (pid) => writeFile(file('cgroup.procs'), String(pid)),
    async killed() {
      const found = (await readFile(file(version.events), 'utf8')).match(/^oom_kill (\d+)$/m)
      if (!found) throw new Error(`${version.events} does not count what was killed.`)
      return Number(found[1])
    },
    remove: () => rmdir(folder),
  }
  if (!(await succeeds(mkdir(folder)))) return undefined
  if (await succeeds(writeFile(file(version.limit), String(Math.floor(bytes))))) return limit
  await limit.remove()
  return undefined
}

const succeeds = (work: Promise<unknown>) =>
  work.then(
    () => true,
    () => false,
  )
