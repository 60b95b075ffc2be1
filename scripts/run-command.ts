import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'

export const root = path.join(import.meta.dirname, '..')
const toolFolder = path.join(root, 'node_modules', '.bin')

export interface CommandOptions {
  cwd?: string
  env?: Record<string, string>
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
  const child = spawn(program, args, {
    cwd: options.cwd ?? root,
    env: { ...process.env, PATH: `${toolFolder}${path.delimiter}${process.env.PATH}`, ...options.env },
    stdio: ['ignore', options.quiet ? 'ignore' : 'inherit', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  return code === 0
}
