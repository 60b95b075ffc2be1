import * as contract from '@exempta/contract/single-sign-on'
import { type Implementation, implement } from '../../platform/http/implement.ts'
import { randomToken } from '../../platform/identifiers.ts'
import type { Services } from '../../platform/services.ts'
import { type AccountCookies, answerSignedIn, type EnterSession } from '../accounts/index.ts'
import { finishCompanyLogin } from './finish-login.ts'
import { logOutOfCompany } from './log-out.ts'
import { getSingleSignOn, removeSingleSignOn, switchSingleSignOn, updateSingleSignOn } from './settings.ts'
import { findCompanyLogins, startCompanyLogin, trySingleSignOn } from './start-attempt.ts'

export function singleSignOnRoutes(
  services: Services,
  cookies: AccountCookies,
  enter: EnterSession,
): Implementation[] {
  return [
    implement(contract.findCompanyLogins, async ({ body }) => ({
      logins: await findCompanyLogins(services, body.email),
    })),
    implement(contract.startCompanyLogin, async ({ params, reply }) => {
      const token = randomToken()
      cookies.companyLogin.write(reply, token)
      return startCompanyLogin(services, params.id, token)
    }),
    implement(contract.finishCompanyLogin, async ({ call, params, body, request, reply }) => {
      const finished = await finishCompanyLogin(services, call, {
        providerId: params.id,
        untrustedAnswer: body.response,
        browserToken: cookies.companyLogin.read(request),
      })
      cookies.companyLogin.clear(reply)
      return finished.next === 'tried'
        ? finished
        : answerSignedIn(services, cookies, enter, { request, reply }, finished.started)
    }),
    implement(contract.logOutOfCompany, async ({ call, params, body }) => {
      await logOutOfCompany(services, call, params.id, body.logout_token)
      return undefined
    }),
    ...settingsRoutes(services, cookies),
  ]
}

function settingsRoutes(services: Services, cookies: AccountCookies): Implementation[] {
  return [
    implement(contract.getBusinessSingleSignOn, ({ call }) => getSingleSignOn(services, call, 'business')),
    implement(contract.getAdminSingleSignOn, ({ call }) => getSingleSignOn(services, call, 'admin')),
    implement(contract.updateBusinessSingleSignOn, ({ call, body }) =>
      updateSingleSignOn(services, call, 'business', body),
    ),
    implement(contract.updateAdminSingleSignOn, ({ call, body }) =>
      updateSingleSignOn(services, call, 'admin', body),
    ),
    implement(contract.switchBusinessSingleSignOn, ({ call, body }) =>
      switchSingleSignOn(services, call, 'business', body),
    ),
    implement(contract.switchAdminSingleSignOn, ({ call, body }) =>
      switchSingleSignOn(services, call, 'admin', body),
    ),
    implement(contract.removeBusinessSingleSignOn, async ({ call }) => {
      await removeSingleSignOn(services, call, 'business')
      return undefined
    }),
    implement(contract.removeAdminSingleSignOn, async ({ call }) => {
      await removeSingleSignOn(services, call, 'admin')
      return undefined
    }),
    implement(contract.tryBusinessSingleSignOn, ({ call, reply }) => {
      const token = randomToken()
      cookies.companyLogin.write(reply, token)
      return trySingleSignOn(services, call, 'business', token)
    }),
    implement(contract.tryAdminSingleSignOn, ({ call, reply }) => {
      const token = randomToken()
      cookies.companyLogin.write(reply, token)
      return trySingleSignOn(services, call, 'admin', token)
    }),
  ]
}
