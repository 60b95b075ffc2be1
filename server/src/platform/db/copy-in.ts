import type pg from 'pg'

interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/**
 * `COPY … FROM STDIN` with a block of rows. Everything is sent in one write, because the embedded database answers
 * each write as a whole. The server ignores rows that follow a statement that failed.
 */
export class CopyIn implements pg.Submittable {
  readonly result: Promise<number>
  readonly #text: string
  readonly #rows: Buffer
  readonly #done = Promise.withResolvers<number>()
  #count = 0

  constructor(text: string, rows: Buffer) {
    this.#text = text
    this.#rows = rows
    this.result = this.#done.promise
  }

  submit(connection: pg.Connection): void {
    const copying = connection as CopyConnection
    copying.stream.cork()
    copying.query(this.#text)
    copying.sendCopyFromChunk(this.#rows)
    copying.endCopyFrom()
    copying.stream.uncork()
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#count = Number(text.split(' ').at(-1) ?? 0)
  }

  handleReadyForQuery(): void {
    this.#done.resolve(this.#count)
  }

  handleError(error: unknown): void {
    this.#done.reject(error)
  }

  handleCopyInResponse(): void {}
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyData(): void {}
}
