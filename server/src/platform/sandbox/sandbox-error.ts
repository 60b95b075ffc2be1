export type SandboxTrouble = 'busy' | 'timed-out' | 'crashed' | 'out-of-memory' | 'closed'

/** Why a file has no result; nothing of the file is in it. `busy` and `closed` say nothing about the file itself. */
export class SandboxError extends Error {
  readonly trouble: SandboxTrouble

  constructor(trouble: SandboxTrouble, options?: ErrorOptions) {
    super(`The sandbox gave no result: ${trouble}.`, options)
    this.name = 'SandboxError'
    this.trouble = trouble
  }
}
