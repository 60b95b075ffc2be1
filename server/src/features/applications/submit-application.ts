import { positions } from '@exempta/contract/applications'
import type { MaskedKind } from '@exempta/contract/masking'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Call } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { applicationReceivedMail } from '../../platform/mail/templates/application-received.ts'
import { maskText } from '../../platform/mask-text.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { timeOrderedId } from '../../platform/time-ordered-id.ts'
import { takeGuess } from '../accounts/index.ts'
import { notify } from '../notifications/index.ts'
import { isFromRobot } from '../public-forms/index.ts'
import { insertApplication } from './queries.ts'
import { type SentApplication, wrongResume } from './read-form.ts'
import { resumeFile } from './resume-file.ts'
import { resumeName } from './resume-name.ts'
import { sniffResume } from './sniff-resume.ts'

/** Record, encrypted résumé, mail and notification appear together or not at all. Answers what was masked. */
export async function submitApplication(
  services: Services,
  call: Call,
  { form, untrustedName, resume }: SentApplication,
): Promise<MaskedKind[]> {
  if (await isFromRobot(services, form)) return []
  if (resume.length === 0) throw wrongResume('Please choose your resume')
  const type = sniffResume(resume)
  if (!type) throw wrongResume('The resume must be a PDF, DOC or DOCX file without macros')
  await takeGuess(services, {
    at: 'job-application',
    subject: form.email,
    personId: undefined,
    deviceToken: undefined,
    ip: call.origin.ip,
  })
  const name = maskText(form.name)
  const coverLetter = maskText(form.coverLetter)
  const at = services.clock.now()
  const id = timeOrderedId(at)
  const draft = await services.files.put(resumeFile(id), resume)
  let isPublished = false
  try {
    await services.database.transact(systemActor, async (tx) => {
      await insertApplication(tx, {
        id,
        position: form.position,
        name: name.text,
        email: form.email,
        phone: form.phone,
        cover_letter: coverLetter.text,
        resume_name: resumeName(untrustedName, type),
        resume_type: type,
        resume_bytes: resume.length,
        submitted_at: at,
        updated_at: at,
      })
      await services.files.publish(tx, draft)
      await recordAudit(tx, call, { at, action: 'application.create', target: { kind: 'application', id } })
      const title = positions[form.position]
      await queueMail(services, tx, {
        to: form.email,
        template: applicationReceivedMail,
        data: { name: name.text, position: form.position === 'general' ? undefined : title },
      })
      await publish(tx, 'role:admin', 'changed', { topic: 'applications', ids: [id] })
      await notify(services, tx, {
        audience: { kind: 'role', role: 'admin' },
        type: 'users',
        title: 'New job application',
        message: `${name.text}: ${title}`,
        link: `/admin/applications?open=${id}`,
      })
    })
    isPublished = true
    return [...name.masked, ...coverLetter.masked]
  } finally {
    if (!isPublished) await services.files.discard(draft)
  }
}
