import { readFile, writeFile } from 'node:fs/promises'

const nothing = () => undefined

/** Memory that a process holds; undefined when it has ended or the system does not tell. */
export async function processMemory(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(nothing)
  const kilobytes = status?.match(/^VmRSS:\s*(\d+) kB$/m)?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
}

/** When the machine runs out of memory, the kernel then ends this process rather than the server. */
export async function preferToEnd(pid: number): Promise<void> {
  // Not every system lets itself be told; then it chooses by size.
  await writeFile(`/proc/${pid}/oom_score_adj`, '900').catch(nothing)
}
