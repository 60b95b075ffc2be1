import { readFile, writeFile } from 'node:fs/promises'

const isGone = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')

/** Memory that a process holds; undefined when it has ended or the system does not tell. */
export async function processMemory(pid: number): Promise<number | undefined> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'latin1')
    const kilobytes = status.match(/^VmRSS:\s*(\d+) kB$/m)?.[1]
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
  } catch (error) {
    if (isGone(error)) return undefined
    throw error
  }
}

/** When the machine runs out of memory, the kernel then ends this process rather than the server. */
export async function preferToEnd(pid: number): Promise<void> {
  try {
    await writeFile(`/proc/${pid}/oom_score_adj`, '900')
  } catch (error) {
    if (!isGone(error)) throw error
  }
}
