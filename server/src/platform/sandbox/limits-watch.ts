import { readFile, writeFile } from 'node:fs/promises'
import type { SandboxFailure } from './sandbox-error.ts'

const nothing = () => undefined

/** Memory that a process uses; undefined when it has ended or the system does not report it. */
async function processMemory(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(nothing)
  const kilobytes = status?.match(/^VmRSS:\s*(\d+) kB$/m)?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
}

// Linux reports processor time in hundredths of a second, whatever its own clock does.
const tickMs = 10
// Of the fields behind the name, which may hold anything.
const ticksOf = { user: 11, system: 12 }

/** Processor time that a process and its threads have used; undefined as for memory. */
async function processorTimeMs(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(nothing)
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields && (Number(fields[ticksOf.user]) + Number(fields[ticksOf.system])) * tickMs
}

/** When the machine runs out of memory, the kernel then ends this process rather than the server. */
export async function preferToEnd(pid: number): Promise<void> {
  // Not every system supports this; then the kernel chooses by size.
  await writeFile(`/proc/${pid}/oom_score_adj`, '900').catch(nothing)
}

export interface EngineLimits {
  /** Maximum processor time without a new page, including before the first and after the last. */
  pageTimeoutMs: number
  /** As `pageTimeoutMs`, for the whole file. */
  fileTimeoutMs: number
  memoryBytes: number
}

export interface LimitsWatch {
  nextPage(): void
  stop(): void
}

const watchMs = 100

/**
 * Calls back when a process exceeds its time or memory limit. Time is processor time, since on a busy machine good
 * files would fail by the clock; a process that uses none for as long as a page may take is stuck.
 */
export function watchLimits(
  findPid: () => number | undefined,
  limits: EngineLimits,
  onFailure: (failure: SandboxFailure) => void,
): LimitsWatch {
  let used = 0
  let usedAtClockMs = performance.now()
  let pageFrom: number | undefined
  let fileFrom: number | undefined
  const watch = setInterval(async () => {
    const pid = findPid()
    const [held, processorMs] =
      pid === undefined ? [] : await Promise.all([processMemory(pid), processorTimeMs(pid)])
    if (held !== undefined && held > limits.memoryBytes) onFailure('out-of-memory')
    const nowMs = performance.now()
    if (processorMs !== undefined) {
      pageFrom ??= processorMs
      fileFrom ??= processorMs
      if (processorMs > used) [used, usedAtClockMs] = [processorMs, nowMs]
    }
    const isStuck = nowMs - usedAtClockMs > limits.pageTimeoutMs
    const isPageLate = pageFrom !== undefined && used - pageFrom > limits.pageTimeoutMs
    const isFileLate = fileFrom !== undefined && used - fileFrom > limits.fileTimeoutMs
    if (isStuck || isPageLate || isFileLate) onFailure('timed-out')
  }, watchMs)
  return {
    nextPage() {
      pageFrom = undefined
      usedAtClockMs = performance.now()
    },
    stop: () => clearInterval(watch),
  }
}
