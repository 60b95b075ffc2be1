/** A thread that is told which test file its process runs, and ends the process when that takes too long. */
import { writeSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'

// A thread's own streams go through its process, which answers no more.
const standardError = 2
const { pid, limitMs } = workerData as { pid: number; limitMs: number }
let limit: NodeJS.Timeout | undefined

parentPort?.on('message', (file: string | undefined) => {
  clearTimeout(limit)
  if (file) limit = setTimeout(end, limitMs, file)
})

function end(file: string): void {
  writeSync(standardError, `Ended, because it stood still for ${limitMs / 1000} s: ${file}\n`)
  process.kill(pid, 'SIGKILL')
}
