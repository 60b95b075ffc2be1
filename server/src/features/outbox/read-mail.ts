import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Call } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { removedNote, secretMark, withoutMarks, withoutSecrets } from '../../platform/mail/stored-secrets.ts'
import type { Services } from '../../platform/services.ts'
import { mayManageMail } from './policy.ts'
import { findMailText } from './queries.ts'

/**
 * The text of a mail, and a row that says who read it. Links and codes in it open other people's accounts: they
 * are shown only where the installation has no other way to hand them over.
 */
export async function readMail(
  services: Services,
  call: Call,
  id: string,
): Promise<{ text: string; hidesSecrets: boolean }> {
  if (!mayManageMail(call.actor)) throw new AppError('not-allowed')
  // The application role has no right to the bodies.
  return services.database.transact(systemActor, async (tx) => {
    const mail = await findMailText(tx, id)
    if (!mail) throw new AppError('not-found')
    const showsSecrets = services.mail === undefined && mail.body_text.includes(secretMark)
    await recordAudit(tx, call, {
      at: services.clock.now(),
      action: 'mail.read',
      target: { kind: 'mail', id },
      details: { showsSecrets },
    })
    const text = services.mail ? withoutSecrets(mail.body_text) : withoutMarks(mail.body_text)
    return { text, hidesSecrets: text.includes(removedNote) }
  })
}
