import { limits } from '@exempta/contract/limits'
import type { Services } from '../../platform/services.ts'
import { getMailShare } from './get-mail-share.ts'
import type { ViewerKey } from './viewer.ts'
import type { ViewerWatch } from './viewer-watch.ts'

/** Answers as soon as the share is no longer as the page shows it; a link that is over is `gone`. */
export async function awaitChange(
  services: Services,
  watch: ViewerWatch,
  key: ViewerKey,
  { state, signal }: { state: string; signal: AbortSignal },
): Promise<{ isChanged: boolean }> {
  const waiting = await watch.join(key.linkId)
  try {
    const now = await getMailShare(services, key)
    if (now.state !== state) return { isChanged: true }
    const endsInMs = new Date(now.expiresAt).getTime() - services.clock.now().getTime()
    const isTold = await waiting.until(Math.min(limits.viewerWaitMs, endsInMs), signal)
    // Whoever asks again after the time is answered by what is there then.
    if (!isTold) return { isChanged: false }
  } finally {
    waiting.leave()
  }
  const then = await getMailShare(services, key)
  return { isChanged: then.state !== state }
}
