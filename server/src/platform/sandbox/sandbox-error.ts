export type SandboxFailure = 'busy' | 'timed-out' | 'crashed' | 'out-of-memory' | 'closed'

/** Why a file has no result; it contains no file content. `busy` and `closed` do not depend on the file. */
export class SandboxError extends Error {
  readonly failure: SandboxFailure

  constructor(failure: SandboxFailure, options?: ErrorOptions) {
    super(`The sandbox gave no result: ${failure}.`, options)
    this.name = 'SandboxError'
    this.failure = failure
  }
}
