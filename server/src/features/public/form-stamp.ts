import { AppError } from '../../platform/app-error.ts'
import { openSignedText, signText } from '../../platform/crypto/signed-text.ts'
import type { Services } from '../../platform/services.ts'
import { limits } from './limits.ts'

/** A signed time that a public form gets when it is opened and sends back when it is submitted. */

type Parts = Pick<Services, 'clock' | 'keys'>

export const createFormStamp = async ({ clock, keys }: Parts): Promise<string> =>
  signText(await keys.get('form-stamp'), clock.now().getTime().toString(36))

/** Returns the stamp's age in milliseconds; undefined if we did not sign it. */
async function ageOfFormStamp({ clock, keys }: Parts, untrusted: string): Promise<number | undefined> {
  const time = openSignedText(await keys.get('form-stamp'), untrusted)
  return time === undefined ? undefined : clock.now().getTime() - Number.parseInt(time, 36)
}

/**
 * Whether a program that fills every field sent the form: it gets a normal answer, and nothing is stored. A
 * form sent faster than a person types, or long after it was opened, is refused with an explanation, because
 * it may come from a person.
 */
export async function isFromRobot(
  services: Pick<Services, 'clock' | 'keys'>,
  { website, stamp }: { website: string; stamp: string },
): Promise<boolean> {
  if (website !== '') return true
  const ageMs = await ageOfFormStamp(services, stamp)
  if (ageMs === undefined || ageMs > limits.formFilledMaxMs)
    throw refusal('This form was open for too long. Please send it again.')
  if (ageMs < limits.formFilledMinMs)
    throw refusal('That was very quick. Please check what you wrote and send it again.')
  return false
}

const refusal = (text: string) => new AppError('invalid-input', { text })
