/**
 * Parses an email in a thread of its own, within limits of time and memory: whatever a message does to the parser, the
 * program goes on.
 */
import { Worker } from 'node:worker_threads'
import { limits } from '../limits.ts'
import type { ParsedEmail } from './parsed-email.ts'

/** It's damaged, or made to keep a parser busy. */
export class UnreadableEmailError extends Error {
  override name = 'UnreadableEmailError'
}

export function parseEmail(
  untrustedEmail: Uint8Array<ArrayBuffer>,
  signal?: AbortSignal,
): Promise<ParsedEmail> {
  const worker = new Worker(new URL('./parse-thread.ts', import.meta.url), {
    workerData: untrustedEmail,
    resourceLimits: { maxOldGenerationSizeMb: limits.parseMemoryMb },
    // It needs nothing of the program, so it gets nothing.
    env: {},
    stdout: true,
    stderr: true,
  })
  return new Promise<ParsedEmail>((resolve, reject) => {
    const timer = setTimeout(() => reject(new UnreadableEmailError('It took too long.')), limits.parseMs)
    worker.once('message', (answer: ParsedEmail | { unreadable: string }) => {
      if ('unreadable' in answer) reject(new UnreadableEmailError(answer.unreadable))
      else resolve(answer)
    })
    worker.once('error', (cause) => reject(new UnreadableEmailError('The parser failed.', { cause })))
    worker.once('exit', () => {
      clearTimeout(timer)
      reject(new UnreadableEmailError('The parser ended.'))
    })
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
  }).finally(() => worker.terminate())
}
