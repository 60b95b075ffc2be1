import { shareLimits } from '@exempta/contract/sharing/limits'
import { z } from 'zod'
import { documentsInWords } from '../../platform/documents-in-words.ts'
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
        `Enter this code on the page where you asked for it. It works once and expires in ${shareLimits.shareCodeMs / 60_000} minutes.`,
      ),
      paragraph(
        'If you didn’t ask for a code, you can ignore this email. Never share this code with anyone.',
      ),
    ],
  }),
})

const counted = (documents: number) => (documents === 1 ? 'a document' : `${documents} documents`)

const shareTitle = (sender: string, isOwn: boolean, documents: number) =>
  isOwn ? `Your copy of ${counted(documents)}` : `${sender} shared ${counted(documents)} with you`

/** Omits the documents' names, so that forwarding the email reveals nothing. */
export const emailShareEmail = defineEmail({
  name: 'mail-share',
  data: z.object({
    sender: z.string(),
    /** To the sender's own address. */
    isOwn: z.boolean().default(false),
    message: z.string().nullable(),
    documents: z.int().min(1),
    link: z.instanceof(PublicLink),
    expiresAt: z.date(),
  }),
  content: ({ sender, isOwn, message, documents, link, expiresAt }, { moment }) => ({
    subject: shareTitle(sender, isOwn, documents),
    blocks: [
      heading(shareTitle(sender, isOwn, documents)),
      ...(message ? [paragraph(isOwn ? message : `Message from ${sender}:\n${message}`)] : []),
      paragraph(
        'When you open the link, we’ll send a code to this address. You need the code to view anything.',
      ),
      button(documents === 1 ? 'View document' : 'View documents', link),
      ...(isOwn
        ? [
            paragraph(`Link expires ${moment(expiresAt)}.`),
            paragraph('If you don’t expect this, you can ignore this email.'),
          ]
        : [
            paragraph(`Link expires ${moment(expiresAt)}, unless ${sender} stops sharing sooner.`),
            paragraph(`If you don’t know ${sender}, you can ignore this email.`),
          ]),
    ],
  }),
})

/** Cannot repeat the link, because only its hash is stored. */
export const correctedShareEmail = defineEmail({
  name: 'mail-share-corrected',
  data: z.object({ sender: z.string() }),
  content: ({ sender }) => ({
    subject: `${sender} replaced a document`,
    blocks: [
      heading(`${sender} replaced a document`),
      paragraph(`${sender} shared a document with you and has now replaced it with a corrected version.`),
      paragraph('To view it, use the link in the email we sent you. It opens the corrected version.'),
      paragraph(`If you don’t know ${sender}, you can ignore this email.`),
    ],
  }),
})

/** Sent two days before the link expires. Cannot repeat the link, because only its hash is stored. */
export const emailShareExpiryEmail = defineEmail({
  name: 'mail-share-expiry',
  data: z.object({ sender: z.string(), documents: z.int().min(1), expiresAt: z.date() }),
  content: ({ sender, documents, expiresAt }, { moment, day }) => ({
    subject: `The link from ${sender} expires ${day(expiresAt)}`,
    blocks: [
      heading(`The link from ${sender} expires ${day(expiresAt)}`),
      paragraph(
        `${sender} shared ${counted(documents)} with you. After ${moment(expiresAt)}, you can no longer open ${documents === 1 ? 'it' : 'them'}.`,
      ),
      paragraph(
        `To view ${documents === 1 ? 'it' : 'them'}, use the link in the email we sent you. If you need more time, ask ${sender} to share again.`,
      ),
    ],
  }),
})

/** Sent to the owner two days before an email recipient loses access. */
export const shareEndsEmail = defineEmail({
  name: 'share-ends',
  data: z.object({
    recipient: z.string(),
    documents: z.array(z.string()).min(1),
    expiresAt: z.date(),
    link: z.instanceof(PublicLink),
  }),
  content: ({ recipient, documents, expiresAt, link }, { moment, day }) => ({
    subject: `${recipient} loses access to ${documentsInWords(documents)} on ${day(expiresAt)}`,
    blocks: [
      heading(`Your link expires ${day(expiresAt)}`),
      paragraph(`${recipient} can open ${documentsInWords(documents)} until ${moment(expiresAt)}.`),
      paragraph('To give them more time, share again after that date. They’ll get a new link.'),
      button('View your shares', link),
    ],
  }),
})

/** Sent to an owner who wants to be notified when a recipient views the document for the first time. */
export const shareViewedEmail = defineEmail({
  name: 'share-viewed',
  data: z.object({
    document: z.string(),
    recipient: z.string(),
    viewedAt: z.date(),
    link: z.instanceof(PublicLink),
  }),
  content: ({ document, recipient, viewedAt, link }, { moment }) => ({
    subject: `${recipient} viewed ${document}`,
    blocks: [
      heading(`${recipient} viewed ${document}`),
      paragraph(`${recipient} opened ${document} for the first time on ${moment(viewedAt)}.`),
      button('View your shares', link),
      paragraph('You asked us to let you know, in your privacy settings or when you shared this document.'),
    ],
  }),
})
