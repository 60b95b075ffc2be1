export type SandboxFailure = 'busy' | 'timed-out' | 'crashed' | 'out-of-memory' | 'closed'

/** Why a file has no result; nothing of the file is in it. `busy` and `closed` say nothing about the file itself. */
export class SandboxError extends Error {
  readonly failure: SandboxFailure

  constructor(failure: SandboxFailure, options?: ErrorOptions) {
    super(`The sandbox gave no result: ${failure}.`, options)
    this.name = 'SandboxError'
    this.failure = failure
  }
}
