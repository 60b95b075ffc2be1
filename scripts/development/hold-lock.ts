import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const retryMs = 100

/** Waits until this process holds the lock file; a lock whose holder has died is taken over. */
export async function holdLock(file: string): Promise<() => Promise<void>> {
  await mkdir(path.dirname(file), { recursive: true })
  while (!(await tryLock(file))) {
    if (await isAbandoned(file)) await rm(file, { force: true })
    else await delay(retryMs)
  }
  return () => rm(file, { force: true })
}

async function tryLock(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function isAbandoned(file: string): Promise<boolean> {
  const pid = Number(await readFile(file, 'utf8').catch(() => ''))
  if (!pid) return false
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
