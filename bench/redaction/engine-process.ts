/** The engine in a process of its own, so that its memory can be measured apart from the drawing of pictures. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Redaction, RedactOptions } from '@exempta/redaction'
import { engineMemory } from '../../server/src/platform/sandbox/launch.ts'

export interface Job {
  bytes: Uint8Array
  options: Pick<RedactOptions, 'card'>
  /**
   * `cached` reads a picture once and keeps what was read, for runs that take no times. `pictures` reads every page as a
   * picture, whatever text the file itself holds.
   */
  reader: 'product' | 'cached' | 'pictures' | 'tesseract'
  /** Hides secrets without reading forms. */
  withoutForms?: boolean
}

export interface Answer {
  result: Redaction
  seconds: number
  /** Processor time; unlike `seconds` it does not grow when other programs share the machine. */
  cpuSeconds: number
  peakMegabytes: number
}

/** Starts the process; it answers one job after the other. */
export function startEngine() {
  const child = fork(new URL('./engine-child.ts', import.meta.url), {
    serialization: 'advanced',
    execArgv: engineMemory.nodeArgs,
    env: { ...process.env, ...engineMemory.environment },
  })
  return {
    async run(job: Job): Promise<Answer> {
      child.send(job)
      const [answer] = (await once(child, 'message')) as [Answer | { error: string }]
      if ('error' in answer) throw new Error(answer.error)
      return answer
    },
    stop: () => child.disconnect(),
  }
}
