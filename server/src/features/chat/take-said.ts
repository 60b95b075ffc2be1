import { sendChatMessage } from '@exempta/contract/chat'
import { AppError } from '../../platform/app-error.ts'
import type { TakeSaid } from '../../platform/realtime/visitor.ts'
import type { Services } from '../../platform/services.ts'
import type { GuestCookie } from './guest-cookie.ts'
import { keyOf } from './open-chat.ts'
import { sendMessage } from './send-message.ts'

/**
 * What is said over a socket goes the way of the route. The thread is named, since the cookies of a socket are those
 * it was opened with: who has another thread by now does not write into the old one.
 */
export const takeSaid =
  (services: Services, cookie: GuestCookie): TakeSaid =>
  async ({ actor, cookies }, chatId, untrusted) => {
    const body = sendChatMessage.body.safeParse(untrusted)
    if (!body.success) return null
    try {
      const key = keyOf({ actor }, cookie.hashOf(cookies))
      return await sendMessage(services, { actor }, key, { ...body.data, chatId })
    } catch (error) {
      if (error instanceof AppError) return null
      throw error
    }
  }
