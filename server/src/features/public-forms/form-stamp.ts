/** A signed time that a public form gets when it is opened and brings back when it is sent. */
import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { Services } from '../../platform/services.ts'

type Parts = Pick<Services, 'clock' | 'keys'>

export async function createFormStamp({ clock, keys }: Parts): Promise<string> {
  const time = clock.now().getTime().toString(36)
  return `${time}.${macOf(await keys.get('form-stamp'), time).toString('base64url')}`
}

/** How long ago it was made; undefined for one that is not ours. */
export async function ageOfFormStamp({ clock, keys }: Parts, untrusted: string): Promise<number | undefined> {
  const [time = '', mac = ''] = untrusted.split('.')
  const given = Buffer.from(mac, 'base64url')
  const right = macOf(await keys.get('form-stamp'), time)
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  return clock.now().getTime() - Number.parseInt(time, 36)
}

const macOf = (key: KeyObject, time: string) => createHmac('sha256', key).update(time).digest()
