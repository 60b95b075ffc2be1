import { processMemory } from './process-memory.ts'
import type { SandboxTrouble } from './sandbox-error.ts'

export interface EngineLimits {
  /** Longest time without a new page: also before the first and after the last. */
  pageTimeoutMs: number
  fileTimeoutMs: number
  memoryBytes: number
}

export interface LimitsWatch {
  nextPage(): void
  stop(): void
}

const memoryWatchMs = 100

/** Calls back when a process takes too long or too much memory. */
export function watchLimits(
  findPid: () => number | undefined,
  limits: EngineLimits,
  onTrouble: (trouble: SandboxTrouble) => void,
): LimitsWatch {
  const late = () => onTrouble('timed-out')
  const file = setTimeout(late, limits.fileTimeoutMs)
  const page = setTimeout(late, limits.pageTimeoutMs)
  const memory = setInterval(async () => {
    const pid = findPid()
    const held = pid === undefined ? undefined : await processMemory(pid)
    if (held !== undefined && held > limits.memoryBytes) onTrouble('out-of-memory')
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
