import { limits } from '@exempta/contract/limits'
import { z } from 'zod'
import { button, code, defineEmail, heading, paragraph } from '../../platform/email/define-email.ts'
import { PublicLink, Secret } from '../../platform/email/links.ts'

/** Confirms the address of a person who opens a link to shared documents. */
export const emailShareCodeEmail = defineEmail({
  name: 'mail-share-code',
  data: z.object({ code: z.instanceof(Secret) }),
  content: ({ code: secret }) => ({
    subject: 'Your code to open shared documents',
    blocks: [
      heading('Your code'),
      code(secret),
      paragraph(
        `Enter it on the page that asked for it. It works once and for ${limits.shareCodeMs / 60_000} minutes.`,
      ),
      paragraph('If you did not ask for a code, ignore this mail. Never tell the code to anybody.'),
    ],
  }),
})

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const counted = (documents: number) => (documents === 1 ? 'a document' : `${documents} documents`)

/** Omits the documents' names, so that forwarding the email reveals nothing. */
export const emailShareEmail = defineEmail({
  name: 'mail-share',
  data: z.object({
    sender: z.string(),
    message: z.string().nullable(),
    documents: z.int().min(1),
    link: z.instanceof(PublicLink),
    expiresAt: z.date(),
  }),
  content: ({ sender, message, documents, link, expiresAt }) => ({
    subject: `${sender} shared ${counted(documents)} with you`,
    blocks: [
      heading(`${sender} shared ${counted(documents)} with you`),
      ...(message ? [paragraph(`Message from ${sender}:\n${message}`)] : []),
      paragraph('To open it, we send a code to this address. The link alone shows nothing.'),
      button(documents === 1 ? 'See the document' : 'See the documents', link),
      paragraph(`The link works until ${day.format(expiresAt)}, unless the sender takes it back sooner.`),
      paragraph('If you do not know the sender, ignore this mail.'),
    ],
  }),
})

/** Sent two days before the link expires. Cannot repeat the link, because only its hash is stored. */
export const emailShareExpiryEmail = defineEmail({
  name: 'mail-share-expiry',
  data: z.object({ sender: z.string(), documents: z.int().min(1), expiresAt: z.date() }),
  content: ({ sender, documents, expiresAt }) => ({
    subject: 'A link to shared documents ends soon',
    blocks: [
      heading('A link to shared documents ends soon'),
      paragraph(
        `${sender} shared ${counted(documents)} with you. The link works until ${day.format(expiresAt)}.`,
      ),
      paragraph(
        'To open it, use the link in the mail you got from us then. Ask the sender if you need longer.',
      ),
    ],
  }),
})

/** Sent to the owner two days before an email recipient loses access. */
export const shareEndsEmail = defineEmail({
  name: 'share-ends',
  data: z.object({
    recipient: z.string(),
    documents: z.int().min(1),
    expiresAt: z.date(),
    link: z.instanceof(PublicLink),
  }),
  content: ({ recipient, documents, expiresAt, link }) => ({
    subject: 'A share of yours ends soon',
    blocks: [
      heading('A share of yours ends soon'),
      paragraph(
        `${recipient} can open ${documents === 1 ? 'a document' : `${documents} documents`} of yours until ${day.format(expiresAt)}.`,
      ),
      paragraph('If that is too soon, share again after that day: the receiver gets a new link.'),
      button('See your shares', link),
    ],
  }),
})

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** Sent to an owner who asked to be notified when a recipient views the document for the first time. */
export const shareViewedEmail = defineEmail({
  name: 'share-viewed',
  data: z.object({
    document: z.string(),
    recipient: z.string(),
    viewedAt: z.date(),
    link: z.instanceof(PublicLink),
  }),
  content: ({ document, recipient, viewedAt, link }) => ({
    subject: 'Your shared document was viewed',
    blocks: [
      heading('Your shared document was viewed'),
      paragraph(`${recipient} viewed ${document} for the first time on ${moment.format(viewedAt)} UTC.`),
      button('See your shares', link),
      paragraph('You get this mail because you asked for it when you shared the document.'),
    ],
  }),
})
