import type { Mailbox } from './header-values.ts'

export interface OutgoingEmail {
  to: string
  subject: string
  text: string
  html: string
  messageId: string
  /** Answers and reports of failures go here, instead of to the sender. */
  replyTo?: string | undefined
}

/** Sends emails. Tests replace it. */
export interface EmailTransport {
  readonly from: Mailbox
  send(email: OutgoingEmail): Promise<void>
  /** Connects and logs in as for an email, and sends none. Throws `EmailRefusedError`. */
  check(): Promise<MailServerCondition>
}

export interface MailServerCondition {
  /** Undefined where the connection isn't encrypted. */
  certificateEndsAt: Date | undefined
}

/**
 * Why an email was not sent: a category for the operator, never the server's own message, which may quote addresses.
 */
export class EmailRefusedError extends Error {
  override name = 'MailRefusedError'
  readonly reason: string
  /** A retry would be refused too. */
  readonly isFinal: boolean

  constructor(reason: string, isFinal: boolean, options?: ErrorOptions) {
    super(`The email was not sent: ${reason}.`, options)
    this.reason = reason
    this.isFinal = isFinal
  }
}
