export { closeAccess } from './account-events.ts'
export { checkPassword } from './confirm-password.ts'
export { type AccountCookies, accountCookies } from './cookies.ts'
export {
  createPerson,
  giveTemporaryPassword,
  prepareAccount,
  prepareTemporaryPassword,
} from './create-account.ts'
export { findLocks, forgetCodeRequests, takeGuess, unlockLogins } from './guesses.ts'
export {
  assignGuestAddress,
  canBeEmailed,
  createGuest,
  nameGuest,
  prepareGuestPassword,
} from './guests.ts'
export { answerSignedIn, enterOrAskFactor } from './login.ts'
export { endCompanySessions, endSessionsOf, listSessionsOf } from './manage-sessions.ts'
export { refuseWeakPassword } from './passwords.ts'
export { insertUser, lockPerson } from './queries/accounts.ts'
export { verifyAddress } from './queries/profile.ts'
export { sendVerification } from './recovery/email-address.ts'
export { queueResetLink } from './recovery/password-reset.ts'
export { currentSession, type SessionReader, sessionReader, visitorOf } from './sessions.ts'
export {
  createFirstAdministrator,
  issueSetUpLink,
  refuseLastAdministrator,
  requireAdministrator,
  requireSetUpLink,
} from './set-up-administrator.ts'
export { type EnterSession, rotateToken, sessionEntrance, startSession } from './start-session.ts'
export { type Proof, withProof } from './two-factor/two-factor.ts'
