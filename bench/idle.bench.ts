import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { root } from '../scripts/run-command.ts'
import { findFreePort } from '../server/src/platform/http/free-port.ts'
import { productFlags } from '../server/test/server-process.ts'
import type { Bench } from './bench.ts'
import { isReady, timedStart } from './start/timed-start.ts'

const settleMs = 90_000
const watchedMs = 60_000
// What Linux counts processor time in.
const ticksPerSecond = 100
const ours = path.join(root, 'scripts/operators/start.ts')
// As on a machine with little memory, where the engine of the database is not optimized.
const variants = { ordinary: [], small: ['--liftoff-only'] }

export const bench: Bench = {
  summary: 'what the program with the embedded database takes at rest: memory and processor',
  async run(print) {
    const folder = await mkdtemp(path.join(tmpdir(), 'exempta-bench-'))
    try {
      await timedStart(ours, folder)
      const ordinary = await watch(variants.ordinary, folder)
      const small = await watch(variants.small, folder)
      print(`  ordinary ${describe(ordinary)}; small machine ${describe(small)}`)
      return {
        figures: {
          memoryMb: ordinary.memoryMb,
          peakMemoryMb: ordinary.peakMemoryMb,
          processorPercent: ordinary.processorPercent,
          smallMemoryMb: small.memoryMb,
          smallPeakMemoryMb: small.peakMemoryMb,
          smallProcessorPercent: small.processorPercent,
        },
        limits: {
          memoryMb: { atMost: 340 },
          processorPercent: { atMost: 2.5 },
          smallMemoryMb: { atMost: 300 },
          smallPeakMemoryMb: { atMost: 450 },
        },
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

interface Rest {
  memoryMb: number
  peakMemoryMb: number
  processorPercent: number
}

const describe = ({ memoryMb, peakMemoryMb, processorPercent }: Rest) =>
  `${memoryMb.toFixed(0)} MB (${peakMemoryMb.toFixed(0)} at most), ${processorPercent.toFixed(1)} %`

async function watch(flags: string[], dataDir: string): Promise<Rest> {
  const port = await findFreePort('127.0.0.1')
  const child = spawn(process.execPath, [...productFlags, ...flags, ours], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = once(child, 'exit')
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error(`The program ended with status ${child.exitCode}.`)
    await delay(50)
  }
  await delay(settleMs)
  const before = await processorTicks(child.pid)
  await delay(watchedMs)
  const ticks = (await processorTicks(child.pid)) - before
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
  const megabytes = (name: string) => Number(status.match(new RegExp(`^${name}:\\s+(\\d+)`, 'm'))?.[1]) / 1024
  child.kill('SIGTERM')
  await exited
  return {
    memoryMb: megabytes('VmRSS'),
    peakMemoryMb: megabytes('VmHWM'),
    processorPercent: (ticks / ticksPerSecond / (watchedMs / 1000)) * 100,
  }
}

async function processorTicks(pid: number | undefined): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ')
  return Number(fields[11]) + Number(fields[12])
}
