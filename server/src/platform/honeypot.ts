import { AppError } from './app-error.ts'

/** For forms where a bot cannot get a normal answer, because answering would create something (0060). */
export function refuseFilledHoneypot(website = ''): void {
  if (website !== '') throw new AppError('invalid-input', { text: 'Please reload the page and try again.' })
}
