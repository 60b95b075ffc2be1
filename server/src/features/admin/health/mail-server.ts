import type { MailServerCondition } from '../../../platform/email/email-transport.ts'
import { EmailRefusedError } from '../../../platform/email/email-transport.ts'
import type { Services } from '../../../platform/services.ts'
import { withTimeout } from '../../../platform/with-timeout.ts'
import { limits } from '../limits.ts'

/** A mail server isn't asked each time the page looks: it would count as abuse. */
export class MailServerWatch {
  readonly #services: Pick<Services, 'clock' | 'emailTransport' | 'log'>
  #asked: Promise<MailServerCondition | EmailRefusedError> | undefined
  #askedAt = 0

  constructor(services: Pick<Services, 'clock' | 'emailTransport' | 'log'>) {
    this.#services = services
  }

  /** Null without a mail server; undefined while it hasn't answered yet. */
  async look(): Promise<MailServerCondition | EmailRefusedError | null | undefined> {
    const { clock, emailTransport } = this.#services
    if (!emailTransport) return null
    const now = clock.now().getTime()
    if (!this.#asked || now - this.#askedAt >= limits.mailServerAskedMs) {
      this.#askedAt = now
      this.#asked = emailTransport.check().catch((error: unknown) => {
        if (error instanceof EmailRefusedError) return error
        this.#services.log.warn({ err: error }, 'checking the mail server')
        return new EmailRefusedError('no connection', false, { cause: error })
      })
    }
    return withTimeout(limits.mailServerWaitMs, this.#asked)
  }
}
