import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Call } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { hiddenNote, removedNote, withoutSecrets } from '../../platform/mail/stored-secrets.ts'
import type { Services } from '../../platform/services.ts'
import { canReveal, mayManageMail } from './policy.ts'
import { findMailText } from './queries.ts'

/** The text of an email without its links and codes, and a row that says who read it. */
export async function readMail(
  services: Services,
  call: Call,
  id: string,
): Promise<{ text: string; hidesSecrets: boolean; canReveal: boolean }> {
  if (!mayManageMail(call.actor)) throw new AppError('not-allowed')
  // The application role has no right to the bodies.
  return services.database.transact(systemActor, async (tx) => {
    const mail = await findMailText(tx, id)
    if (!mail) throw new AppError('not-found')
    await recordAudit(tx, call, {
      at: services.clock.now(),
      action: 'mail.read',
      target: { kind: 'mail', id },
    })
    const text = withoutSecrets(mail.body_text, hiddenNote)
    return {
      text,
      hidesSecrets: text !== mail.body_text || text.includes(removedNote),
      canReveal: canReveal(services, mail),
    }
  })
}
