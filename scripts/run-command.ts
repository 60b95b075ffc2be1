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
}

/** Runs a tool of this repository's node_modules and tells whether it succeeded. */
export async function runCommand(
  tool: string,
  args: string[],
  options: CommandOptions = {},
): Promise<boolean> {
  const program = path.join(toolFolder, tool)
  if (!existsSync(program)) {
    console.error(`${tool} is missing: run npm ci first.`)
    return false
  }
  return succeeds(spawn(program, args, spawnOptions(options)))
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
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk))
  const [code] = await once(child, 'close')
  if (code !== 0) process.stderr.write(Buffer.concat(output))
  return code === 0
}
