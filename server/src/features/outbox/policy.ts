import type { Actor } from '../../platform/db/actor.ts'
import { secretMark } from '../../platform/mail/stored-secrets.ts'
import type { Services } from '../../platform/services.ts'

/** The verbs that run as the system role ask this themselves: row-level security does not guard them. */
export const mayManageMail = (actor: Actor): boolean => actor.kind === 'person' && actor.role === 'admin'

/** Only an installation without a mail server needs an administrator to pass links and codes on. */
export const canReveal = ({ mail }: Pick<Services, 'mail'>, { body_text }: { body_text: string }): boolean =>
  mail === undefined && body_text.includes(secretMark)
