/** When this server first saw that a part isn't well. It looks while someone has the page open. */
export class FirstSeen {
  readonly #since = new Map<string, Date>()

  note<Part extends { state: string }>(name: string, part: Part, now: Date): Part & { since: string | null } {
    if (part.state === 'good') this.#since.delete(name)
    else if (!this.#since.has(name)) this.#since.set(name, now)
    return { ...part, since: this.#since.get(name)?.toISOString() ?? null }
  }
}
