import type { Session } from '@exempta/contract/accounts'
import { AppError } from '../../platform/app-error.ts'
import type { Services } from '../../platform/services.ts'
import type { AccountCookies } from './account-cookies.ts'
import { type Exchange, rememberBrowser } from './remember-browser.ts'
import { getSession } from './sessions.ts'
import { leaveSession } from './sign-out.ts'

/** What other features do when somebody comes in by this browser. */
export type OnEntered = (exchange: Exchange, personId: string) => Promise<void>

export type EnterSession = (
  exchange: Exchange,
  started: { token: string; personId: string },
) => Promise<{ session: Session }>

/** The browser leaves the session it was in, gets the cookie of the new one, and is known from now on. */
export const sessionEntrance =
  (services: Services, cookies: AccountCookies, onEntered: OnEntered): EnterSession =>
  async (exchange, started) => {
    await leaveSession(services, cookies.session.read(exchange.request))
    await rememberBrowser(services, cookies.device, exchange, started.personId)
    cookies.session.write(exchange.reply, started.token)
    const session = await getSession(services, started.token)
    if (!session) throw new AppError('unavailable')
    await onEntered(exchange, started.personId)
    return { session }
  }
