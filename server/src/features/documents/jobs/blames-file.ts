import { AppError } from '../../../platform/app-error.ts'
import { isDatabaseTrouble } from '../../../platform/db/errors.ts'
import { SandboxError } from '../../../platform/sandbox/sandbox.ts'

/** Whether a failed try tells something about the file: not when store, database or sandbox were not there for it. */
export function blamesFile(error: unknown, signal: AbortSignal): boolean {
  if (signal.aborted || isDatabaseTrouble(error)) return false
  if (error instanceof SandboxError) return error.trouble !== 'busy' && error.trouble !== 'closed'
  if (!(error instanceof AppError)) return true
  // A conflict: another worker has kept the same page.
  return error.code !== 'unavailable' && error.code !== 'no-room' && error.code !== 'conflict'
}
