import { lookUpEmailShare, openEmailShare, sendEmailShareCode } from '@exempta/contract/sharing/email-links'
import { call } from '../../../lib/api.ts'
import { EmailedLink } from '../../../shared/emailed-link/emailed-link.tsx'
import { ForBusiness, SharedDocuments } from './shared-documents.tsx'

const words = {
  title: 'Documents for you',
  purpose: 'To open them',
  submit: 'Open the documents',
  expired: {
    title: 'This link has expired',
    text: 'This link has expired, or the sender stopped sharing. Ask the sender to share the documents again.',
  },
}

/** The page behind an email link: first confirm the address, then see the documents. */
export function EmailShareView({ token }: { token: string }) {
  return (
    <EmailedLink
      key={token}
      words={words}
      onLook={(signal) => call(lookUpEmailShare, { body: { token } }, { signal })}
      titleOf={({ sender }) => `${sender} shared documents with you`}
      descriptionOf={({ business }) => business && <ForBusiness business={business} />}
      onSend={() => call(sendEmailShareCode, { body: { token } })}
      onCode={(code) => call(openEmailShare, { body: { token, code } })}
    >
      {({ id }, ends) => <SharedDocuments linkId={id} {...ends} />}
    </EmailedLink>
  )
}
