import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const ticksPerSecond = 100

/** Processor time in seconds that the server with this data folder has used; undefined when it is unknown. */
export async function databaseCpuSeconds(dataDir: string): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined
  const [postmaster = ''] = (await readFile(join(dataDir, 'postmaster.pid'), 'utf8')).split('\n')
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  const own = await ticksOf(postmaster)
  const theirs = await Promise.all(children.trim().split(' ').map(ticksOf))
  // Of the first process also the time of those that have ended.
  const ticks = own.ended + [own, ...theirs].reduce((sum, { used }) => sum + used, 0)
  return ticks / ticksPerSecond
}

async function ticksOf(pid: string): Promise<{ used: number; ended: number }> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name in brackets may hold spaces; the times are the 12th to 15th of what follows it.
  const [utime = 0, stime = 0, cutime = 0, cstime = 0] = line
    .slice(line.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number)
  return { used: utime + stime, ended: cutime + cstime }
}
