import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { quickEngine } from './quick-engine.ts'

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

export interface ProgramProcess {
  child: ChildProcess
  /** What it wrote to its error stream. */
  complaints: readonly string[]
  /** Sends the signal and waits for the end. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

export interface ServerProcess extends ProgramProcess {
  /** Where it says that it is ready. */
  origin: string
}

/** As `npm start` and the image start it. */
export const productFlags = ['--max-semi-space-size=8', '--heap-growing-percent=60']

/** Starts the real program as a process of its own, on a free port. */
export async function startServerProcess(
  environment: Record<string, string>,
  args: string[] = [],
  beforeReady: (pid: number) => Promise<void> | undefined = () => undefined,
): Promise<ServerProcess> {
  const program = startProgram([main, ...args], environment)
  const [line] = await Promise.all([
    program.awaitOutput(/ready at (\S+)/),
    program.child.pid && beforeReady(program.child.pid),
  ])
  return { ...program, origin: line[1] ?? '' }
}

/** Starts a worker, and waits until it runs jobs. */
export async function startWorkerProcess(environment: Record<string, string>): Promise<ProgramProcess> {
  const program = startProgram([main, '--role', 'worker'], { ...environment, WORKER_PORT: '0' })
  await program.awaitOutput(/ready at/)
  return program
}

/** In a process group of its own, so that Ctrl-C reaches its starter alone. */
export function startProgram(args: string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, [...quickEngine, ...productFlags, ...args], {
    env: {
      PATH: process.env.PATH,
      TMPDIR: process.env.TMPDIR,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: '0',
      LOG_LEVEL: 'silent',
      ...environment,
    },
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  const complaints: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => complaints.push(line))
  const lines = createInterface({ input: child.stdout })
  return {
    child,
    complaints,
    awaitOutput: (pattern: RegExp) =>
      new Promise<RegExpMatchArray>((resolve, reject) => {
        lines.on('line', (line) => {
          const found = line.match(pattern)
          if (found) resolve(found)
        })
        child.once('exit', () => reject(new Error(`The program did not start:\n${complaints.join('\n')}`)))
      }),
    async end(signal: 'SIGTERM' | 'SIGKILL') {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      child.kill(signal)
      await exit
    },
  }
}
