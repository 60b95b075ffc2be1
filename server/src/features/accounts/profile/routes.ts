import * as contract from '@exempta/contract/accounts/profile'
import { type Implementation, implement } from '../../../platform/http/implement.ts'
import type { Services } from '../../../platform/services.ts'
import { type AccountCookies, rememberBrowser } from '../cookies.ts'
import { currentSession, type SessionReader } from '../sessions.ts'
import { changePassword, getProfile, listActivity, updateProfile } from './profile.ts'

export function profileRoutes(
  services: Services,
  cookies: AccountCookies,
  sessions: SessionReader,
): Implementation[] {
  return [
    implement(contract.getProfile, ({ call }) => getProfile(services, call)),
    implement(contract.updateProfile, ({ call, body }) => updateProfile(services, call, body)),
    implement(contract.changePassword, async ({ call, body, request, reply }) => {
      const session = await currentSession(sessions, request)
      const token = await changePassword(services, call, session, body)
      await rememberBrowser(services, cookies.device, { request, reply }, session.person.id)
      cookies.session.write(reply, token)
      return undefined
    }),
    implement(contract.listActivity, ({ call, query }) => listActivity(services, call, query)),
  ]
}
