import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

export interface ServerProcess {
  /** Where it says that it is ready. */
  origin: string
  child: ChildProcess
  /** Sends the signal and waits for the end. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

/** Starts the real program as a process of its own, on a free port. */
export async function startServerProcess(
  environment: Record<string, string>,
  args: string[] = [],
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [main, ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: '0',
      LOG_LEVEL: 'silent',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => said.push(line))
  const origin = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = line.match(/ready at (\S+)/)?.[1]
      if (found) resolve(found)
    })
    child.once('exit', () => reject(new Error(`The server did not start:\n${said.join('\n')}`)))
  })
  return {
    origin,
    child,
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      child.kill(signal)
      await exit
    },
  }
}
