import { readFile, writeFile } from 'node:fs/promises'
import type { SandboxFailure } from './sandbox-error.ts'

const nothing = () => undefined

/** Memory that a process uses; undefined when it has ended or the system does not report it. */
async function processMemory(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(nothing)
  const kilobytes = status?.match(/^VmRSS:\s*(\d+) kB$/m)?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
}

/** When the machine runs out of memory, the kernel then ends this process rather than the server. */
export async function preferToEnd(pid: number): Promise<void> {
  // Not every system supports this; then the kernel chooses by size.
  await writeFile(`/proc/${pid}/oom_score_adj`, '900').catch(nothing)
}

export interface EngineLimits {
  /** Maximum time without a new page, including before the first and after the last. */
  pageTimeoutMs: number
  fileTimeoutMs: number
  memoryBytes: number
}

export interface LimitsWatch {
  nextPage(): void
  stop(): void
}

const memoryWatchMs = 100

/** Calls back when a process exceeds its time or memory limit. */
export function watchLimits(
  findPid: () => number | undefined,
  limits: EngineLimits,
  onFailure: (failure: SandboxFailure) => void,
): LimitsWatch {
  const late = () => onFailure('timed-out')
  const file = setTimeout(late, limits.fileTimeoutMs)
  const page = setTimeout(late, limits.pageTimeoutMs)
  const memory = setInterval(async () => {
    const pid = findPid()
    const held = pid === undefined ? undefined : await processMemory(pid)
    if (held !== undefined && held > limits.memoryBytes) onFailure('out-of-memory')
  }, memoryWatchMs)
  return {
    nextPage: () => page.refresh(),
    stop() {
      clearTimeout(file)
      clearTimeout(page)
      clearInterval(memory)
    },
  }
}
