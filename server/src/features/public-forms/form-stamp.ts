/** A signed time that a public form gets when it is opened and brings back when it is sent. */
import { openSignedText, signText } from '../../platform/crypto/signed-text.ts'
import type { Services } from '../../platform/services.ts'

type Parts = Pick<Services, 'clock' | 'keys'>

export const createFormStamp = async ({ clock, keys }: Parts): Promise<string> =>
  signText(await keys.get('form-stamp'), clock.now().getTime().toString(36))

/** How long ago it was made; undefined for one that is not ours. */
export async function ageOfFormStamp({ clock, keys }: Parts, untrusted: string): Promise<number | undefined> {
  const time = openSignedText(await keys.get('form-stamp'), untrusted)
  return time === undefined ? undefined : clock.now().getTime() - Number.parseInt(time, 36)
}
