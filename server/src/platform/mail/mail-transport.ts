import type { Mailbox } from './header-values.ts'

export interface OutgoingMail {
  to: string
  subject: string
  text: string
  html: string
  messageId: string
}

/** Where mails go. The port that tests may replace. */
export interface MailTransport {
  readonly from: Mailbox
  send(mail: OutgoingMail): Promise<void>
}

/** Why a mail did not go: a class for the operator, never the server's words, which may quote addresses. */
export class MailRefusedError extends Error {
  override name = 'MailRefusedError'
  readonly reason: string
  /** Another try would be refused as well. */
  readonly isFinal: boolean

  constructor(reason: string, isFinal: boolean, options?: ErrorOptions) {
    super(`The mail was not sent: ${reason}.`, options)
    this.reason = reason
    this.isFinal = isFinal
  }
}
