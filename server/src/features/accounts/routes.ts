import * as contract from '@exempta/contract/accounts'
import { register as registerContract } from '@exempta/contract/accounts'
import * as profile from '@exempta/contract/accounts/profile'
import * as twoFactor from '@exempta/contract/accounts/two-factor'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../platform/app-error.ts'
import { type Implementation, implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import { type AccountCookies, rememberBrowser } from './cookies.ts'
import { answerSignedIn, signIn } from './login.ts'
import { listSessions, revokeOtherSessions, revokeSession } from './manage-sessions.ts'
import { changePassword, getProfile, listActivity, updateProfile } from './profile/profile.ts'
import {
  changeEmail,
  requestEmailChange,
  requestEmailVerification,
  verifyEmail,
} from './recovery/email-address.ts'
import { requestPasswordReset, resetPassword } from './recovery/password-reset.ts'
import { register } from './register.ts'
import { currentSession, getSession, type SessionReader, withLivePositions } from './sessions.ts'
import { setUpAdministrator } from './set-up-administrator.ts'
import { type EnterSession, renewSession, signOut } from './start-session.ts'
import { answerPasskey, answerSecondFactor, askPasskey } from './two-factor/answer-second-factor.ts'
import { addPasskey, beginPasskey, removePasskey } from './two-factor/passkeys.ts'
import {
  beginTwoFactor,
  disableTwoFactor,
  enableTwoFactor,
  getTwoFactor,
  replaceBackupCodes,
} from './two-factor/two-factor.ts'

export function accountRoutes(
  services: Services,
  cookies: AccountCookies,
  sessions: SessionReader,
  enter: EnterSession,
): Implementation[] {
  const currentId = async (request: FastifyRequest) => (await currentSession(sessions, request)).id

  return [
    implement(contract.getSession, async ({ request }) => {
      const session = await sessions.of(request)
      return { session: session ? await withLivePositions(services, session) : null }
    }),
    implement(contract.signIn, async ({ call, body, request, reply }) => {
      const deviceToken = cookies.device.read(request)
      const started = await signIn(services, call, { ...body, deviceToken })
      return answerSignedIn(services, cookies, enter, { request, reply }, started)
    }),
    implement(contract.answerSecondFactor, async ({ call, body, request, reply }) => {
      const token = cookies.secondFactor.read(request)
      const deviceToken = cookies.device.read(request)
      const { backupCodesLeft, ...started } = await answerSecondFactor(services, call, {
        token,
        deviceToken,
        answer: body,
      })
      cookies.secondFactor.clear(reply)
      return { ...(await enter({ request, reply }, started)), backupCodesLeft }
    }),
    implement(contract.renewSession, async ({ request }) => {
      await renewSession(services, await currentId(request))
      const session = await getSession(services, cookies.session.read(request))
      if (!session) throw new AppError('not-signed-in')
      return { session }
    }),
    implement(contract.signOut, async ({ call, request, reply }) => {
      await signOut(services, call, cookies.session.read(request))
      cookies.session.clear(reply)
      return undefined
    }),
    implement(contract.listSessions, async ({ call, request }) => {
      return { sessions: await listSessions(services, call, await currentId(request)) }
    }),
    implement(contract.revokeSession, async ({ call, params }) => {
      await revokeSession(services, call, params.id)
      return undefined
    }),
    implement(contract.revokeOtherSessions, async ({ call, request }) => {
      await revokeOtherSessions(services, call, await currentId(request))
      return undefined
    }),
    implement(contract.setUpAdministrator, async ({ call, body, request, reply }) =>
      enter({ request, reply }, await setUpAdministrator(services, call, body)),
    ),
    implement(registerContract, async ({ call, body, request, reply }) =>
      enter({ request, reply }, await register(services, call, body)),
    ),
    ...profileRoutes(services, cookies, sessions),
    ...recoveryRoutes(services, cookies, sessions),
    ...twoFactorRoutes(services, cookies, sessions),
    ...passkeyRoutes(services, cookies, sessions, enter),
  ]
}

function profileRoutes(
  services: Services,
  cookies: AccountCookies,
  sessions: SessionReader,
): Implementation[] {
  return [
    implement(profile.getProfile, ({ call }) => getProfile(services, call)),
    implement(profile.updateProfile, ({ call, body }) => updateProfile(services, call, body)),
    implement(profile.changePassword, async ({ call, body, request, reply }) => {
      const session = await currentSession(sessions, request)
      const token = await changePassword(services, call, session, body)
      await rememberBrowser(services, cookies.device, { request, reply }, session.person.id)
      cookies.session.write(reply, token)
      return undefined
    }),
    implement(profile.listActivity, ({ call, query }) => listActivity(services, call, query)),
  ]
}

function recoveryRoutes(
  services: Services,
  cookies: AccountCookies,
  sessions: SessionReader,
): Implementation[] {
  return [
    implement(contract.requestPasswordReset, async ({ call, body, request }) => {
      const deviceToken = cookies.device.read(request)
      await requestPasswordReset(services, call, { ...body, deviceToken })
      return { message: contract.resetLinkSent }
    }),
    implement(contract.resetPassword, async ({ call, body, request, reply }) => {
      const personId = await resetPassword(services, call, body)
      // The owner logs in next, so this browser gets its own allowance that strangers' guesses cannot use up.
      await rememberBrowser(services, cookies.device, { request, reply }, personId)
      return undefined
    }),
    implement(contract.requestEmailVerification, async ({ call, request }) => {
      await requestEmailVerification(services, call, await currentSession(sessions, request))
      return undefined
    }),
    implement(contract.verifyEmail, async ({ call, body }) => {
      await verifyEmail(services, call, body.token)
      return undefined
    }),
    implement(contract.requestEmailChange, async ({ call, body }) => {
      await requestEmailChange(services, call, body)
      return undefined
    }),
    implement(contract.changeEmail, async ({ call, body, request }) => {
      await changeEmail(services, call, body.token, await sessions.of(request))
      return undefined
    }),
  ]
}

function twoFactorRoutes(
  services: Services,
  cookies: AccountCookies,
  sessions: SessionReader,
): Implementation[] {
  return [
    implement(twoFactor.getTwoFactor, async ({ request }) =>
      getTwoFactor(services, await currentSession(sessions, request)),
    ),
    implement(twoFactor.beginTwoFactor, async ({ call, body, request }) => {
      const { person } = await currentSession(sessions, request)
      return beginTwoFactor(services, call, person.email, body.password)
    }),
    implement(twoFactor.enableTwoFactor, async ({ call, body, request, reply }) => {
      const { id } = await currentSession(sessions, request)
      const { backupCodes, token } = await enableTwoFactor(services, call, { ...body, sessionId: id })
      cookies.session.write(reply, token)
      return { backupCodes }
    }),
    implement(twoFactor.disableTwoFactor, async ({ call, body, request }) => {
      await disableTwoFactor(services, call, await currentSession(sessions, request), body)
      return undefined
    }),
    implement(twoFactor.replaceBackupCodes, async ({ call, body }) => ({
      backupCodes: await replaceBackupCodes(services, call, body),
    })),
  ]
}

function passkeyRoutes(
  services: Services,
  cookies: AccountCookies,
  sessions: SessionReader,
  enter: EnterSession,
): Implementation[] {
  return [
    implement(twoFactor.beginPasskey, async ({ call, body, request }) => ({
      options: {
        ...(await beginPasskey(services, call, await currentSession(sessions, request), body.password)),
      },
    })),
    implement(twoFactor.addPasskey, async ({ call, body, request }) => ({
      passkey: await addPasskey(services, call, await currentSession(sessions, request), body),
    })),
    implement(twoFactor.removePasskey, async ({ call, body, params }) => {
      await removePasskey(services, call, { ...params, ...body })
      return undefined
    }),
    implement(twoFactor.askPasskey, async ({ request }) => ({
      options: { ...(await askPasskey(services, cookies.secondFactor.read(request))) },
    })),
    implement(twoFactor.answerPasskey, async ({ call, body, request, reply }) => {
      const token = cookies.secondFactor.read(request)
      const deviceToken = cookies.device.read(request)
      const started = await answerPasskey(services, call, { token, deviceToken, ...body })
      cookies.secondFactor.clear(reply)
      return enter({ request, reply }, started)
    }),
  ]
}
