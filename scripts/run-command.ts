import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

export const root = path.join(import.meta.dirname, '..')
const toolFolder = path.join(root, 'node_modules', '.bin')

export interface CommandOptions {
  cwd?: string
  env?: Record<string, string>
  /** Shows what the command prints only when it fails. */
  quiet?: boolean
  /** After this time the command is ended, with all processes it has started, and has failed. */
  timeoutMs?: number
}

/** Runs a tool of this repository's node_modules and returns whether it succeeded. */
export async function runCommand(
  tool: string,
  args: string[],
  options: CommandOptions = {},
): Promise<boolean> {
  const program = path.join(toolFolder, tool)
  if (!existsSync(program)) {
    console.error(`${tool} is missing. Run npm ci first.`)
    return false
  }
  if (options.timeoutMs === undefined) return succeeds(spawn(program, args, spawnOptions(options)))
  // A process group of its own, which can be ended as a whole.
  const { timeoutMs } = options
  const child = spawn(program, args, { ...spawnOptions(options), detached: true })
  const endGroup = (signal: NodeJS.Signals) => child.pid && process.kill(-child.pid, signal)
  const endWithUs = () => endGroup('SIGINT')
  process.once('exit', endWithUs)
  const limit = setTimeout(() => {
    console.error(`${tool} did not end within ${timeoutMs / 1000} s and was killed.`)
    endGroup('SIGKILL')
  }, timeoutMs)
  const ok = await succeeds(child)
  clearTimeout(limit)
  process.off('exit', endWithUs)
  return ok
}

/** The same, with what the tool prints instead of printing it. */
export async function captureCommand(
  tool: string,
  args: string[],
  options: CommandOptions = {},
): Promise<{ ok: boolean; output: string }> {
  const program = path.join(toolFolder, tool)
  if (!existsSync(program)) return { ok: false, output: `${tool} is missing: run npm ci first.\n` }
  const child = spawn(program, args, spawnOptions({ ...options, quiet: true }))
  const output = collect(child)
  const [code] = await once(child, 'close')
  return { ok: code === 0, output: Buffer.concat(output).toString() }
}

/** Runs a script of the package.json in `cwd`, as npm would. */
export async function runScript(name: string, options: CommandOptions & { cwd: string }): Promise<boolean> {
  const { scripts } = JSON.parse(await readFile(path.join(options.cwd, 'package.json'), 'utf8')) as {
    scripts?: Record<string, string>
  }
  const script = scripts?.[name]
  if (!script) throw new Error(`${path.join(options.cwd, 'package.json')} has no script ${name}.`)
  return succeeds(spawn(script, { ...spawnOptions(options), shell: true }))
}

function spawnOptions({ cwd = root, env, quiet = false }: CommandOptions): SpawnOptions {
  return {
    cwd,
    env: { ...process.env, PATH: `${toolFolder}${path.delimiter}${process.env.PATH}`, ...env },
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
  }
}

async function succeeds(child: ChildProcess): Promise<boolean> {
  const output = collect(child)
  const [code] = await once(child, 'close')
  if (code !== 0) process.stderr.write(Buffer.concat(output))
  return code === 0
}

function collect(child: ChildProcess): Buffer[] {
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk))
  return output
}
