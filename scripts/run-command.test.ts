import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runCommand } from './run-command.ts'

test('a command that never ends is killed with the processes it started, and has failed', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'exempta-command-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => error.mockRestore())
  const file = path.join(folder, 'pid')
  const program = `
    const { pid } = require('node:child_process').spawn(process.execPath, ['--eval', 'for (;;);'])
    require('node:fs').writeFileSync(${JSON.stringify(file)}, String(pid))
    for (;;);`

  expect(await runCommand('node', ['--eval', program], { timeoutMs: 5000 })).toBe(false)

  expect(error.mock.lastCall).toEqual(['node did not end within 5 s and was killed.'])
  const pid = Number(await readFile(file, 'utf8'))
  await vi.waitUntil(() => !isRunning(pid), { timeout: 30_000 })
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
    throw error
  }
}
