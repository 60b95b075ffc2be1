import { AppError } from './app-error.ts'

/** For forms where a robot cannot be answered like everybody, since there would have to be something made (0151). */
export function refuseFilledHoneypot(website = ''): void {
  if (website !== '') throw new AppError('invalid-input', { text: 'Please reload the page, and try again.' })
}
