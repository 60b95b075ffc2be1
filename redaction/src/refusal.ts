const adviceByReason = {
  'unsupported-type': 'Please send a PDF, JPG or PNG file.',
  'too-large': 'Please send a smaller file.',
  'too-many-pages': 'Please send fewer pages at once.',
  damaged: 'The file cannot be opened. Please save or scan it again.',
  protected: 'The file is protected by a password. Please send it without one.',
  'too-complex': 'The file takes too long to draw. Please print it to a new PDF, or scan it.',
  'secret-remains':
    'A private number on the page could not be hidden for certain. Please send a sharper picture, or cover the number yourself.',
  unreadable: 'The page cannot be read. Please send a sharper picture in good light.',
  'card-number-not-found':
    'The card number was not found. Please photograph the front of the card flat, in good light, filling the picture.',
  'card-code-not-found':
    'The security code was not found. Please photograph the back of the card flat, in good light, filling the picture.',
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
