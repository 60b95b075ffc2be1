const adviceByReason = {
  'unsupported-type': 'Please upload a PDF, JPG or PNG file.',
  'too-large': 'The file is too large. Upload a smaller one.',
  'too-many-pages': 'The file has too many pages. Upload fewer pages at a time.',
  damaged: 'We can’t open this file. Save or scan it again, then upload the new copy.',
  protected: 'This file is password-protected. Remove the password and upload it again.',
  'too-complex': 'This file takes too long to open. Print it to a new PDF or scan it, then upload that.',
  'adobe-reader-only':
    'This form only opens in Adobe Reader. Open it there, print it to a PDF, and upload that file.',
  'secret-remains':
    'We couldn’t be sure that a private number was fully hidden. Upload a sharper picture, or black out the number yourself first.',
  unreadable: 'We can’t read this page. Take a sharper picture in good light.',
  'card-number-not-found':
    'We couldn’t find the card number. Lay the card flat in good light and take a photo of the front that fills the picture.',
  'card-code-not-found':
    'We couldn’t find the security code. Lay the card flat in good light and take a photo of the back that fills the picture.',
} as const

export type RefusalReason = keyof typeof adviceByReason

/** Ends the work on a file: nothing of it may be released. */
export class Refusal extends Error {
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'Refusal'
    this.reason = reason
  }
}

/** What a person can do about a refusal. */
export const adviceFor = (reason: RefusalReason): string => adviceByReason[reason]
