/**
 * How a feature lets features above it take part in what it does. Features have an order (docs/architecture.md) and import
 * only what is below them; what is above answers a hook that its manifest names. All hooks are declared here.
 */
import type { Call } from './call.ts'
import type { Transaction } from './db/database.ts'

/** A value that was read on a document. */
interface ReadValue {
  readonly value: string | null
}

export interface HookEvents {
  /** A person registered. The account exists, its session doesn't yet. */
  accountRegistered: {
    readonly call: Call
    readonly personId: string
    readonly email: string
    /** Set if they registered a business, too. */
    readonly businessName: string | undefined
  }
  /** An administrator removes a business. Its rows still exist. */
  businessRemoved: {
    readonly call: Call
    readonly business: { readonly id: string; readonly name: string }
    readonly memberIds: readonly string[]
  }
  /** A document was read, could not be read, or has a version that passed the second reading. */
  documentSettled: { readonly documentId: string }
  /** A certificate of an import belongs to the business now; not again when a person has answered a question about it. */
  certificateAdded: { readonly importId: string; readonly shareId: string }
  /** More of a document was blacked out: a new version has replaced the old one, and shares have been returned. */
  versionReplaced: {
    readonly documentId: string
    readonly version: number
    /** What was read on the old version, and what of it the new one still shows. */
    readonly read: { readonly before: readonly ReadValue[]; readonly after: readonly ReadValue[] }
  }
}

/** What a feature does when a hook runs. It is part of the transaction: if it fails, nothing has happened. */
export type HookHandlers = {
  readonly [Name in keyof HookEvents]?: (tx: Transaction, event: HookEvents[Name]) => Promise<void>
}

export class Hooks {
  #handlers: readonly HookHandlers[] | undefined

  /** Takes the handlers of all features, once they have the services to run with. */
  start(handlers: readonly HookHandlers[]): void {
    this.#handlers = handlers
  }

  /** Runs the handlers one after the other, in the order of the list of features. */
  async run<Name extends keyof HookEvents>(
    tx: Transaction,
    name: Name,
    event: HookEvents[Name],
  ): Promise<void> {
    if (!this.#handlers) throw new Error(`hook ${name} was run before the features were connected`)
    for (const handlers of this.#handlers) await handlers[name]?.(tx, event)
  }
}
