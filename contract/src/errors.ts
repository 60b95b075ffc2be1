import { z } from 'zod'
import { texts } from './texts.ts'

/** The closed list of error codes, each with its HTTP status and default text. */
export const errorTable = {
  'malformed-request': { status: 400, text: 'We couldn’t understand this request.' },
  'not-signed-in': { status: 401, text: 'Please log in to continue.' },
  'wrong-credentials': { status: 401, text: texts.login.failed },
  'wrong-code': { status: 401, text: 'That code isn’t right. Please try again.' },
  'code-needed': { status: 401, text: 'Confirm your email address with a code first.' },
  'key-invalid': { status: 401, text: 'This API key isn’t valid. Send it as a bearer token.' },
  'key-revoked': { status: 401, text: 'This API key has been revoked.' },
  'key-expired': { status: 401, text: 'This API key has expired.' },
  'company-login-failed': {
    status: 401,
    text: 'We couldn’t log you in with your company account. Please start again from the login page.',
  },
  'company-login-refused': {
    status: 403,
    text: 'You can’t log in with this company account. Please ask a manager of the business.',
  },
  'company-login-required': {
    status: 403,
    text: 'Your business only allows its company account. Enter your email and use the button of your business.',
  },
  'wrong-password': { status: 403, text: 'The password you entered is incorrect.' },
  'account-not-active': { status: 403, text: texts.login.notActive },
  'password-expired': {
    status: 403,
    text: 'Your temporary password has expired. Choose "Forgot password" or ask an administrator for a new one.',
  },
  'not-allowed': { status: 403, text: texts.permission },
  'view-only': { status: 403, text: 'The owner of this document doesn’t allow downloads.' },
  'email-not-verified': {
    status: 403,
    text: 'Please confirm your email address first. We sent you a link.',
  },
  duty: { status: 403, text: 'Please finish setting up your account first.' },
  'address-not-allowed': {
    status: 403,
    text: 'You can’t use this area from your current network.',
  },
  'scope-missing': { status: 403, text: 'This API key doesn’t have the scope for this request.' },
  'api-access-off': { status: 403, text: 'This business doesn’t have API access. A manager can request it.' },
  'business-not-active': { status: 403, text: 'This business isn’t active.' },
  'foreign-origin': { status: 403, text: 'We refused this request because it came from another website.' },
  'not-found': { status: 404, text: 'We couldn’t find what you’re looking for.' },
  'method-not-allowed': { status: 405, text: 'This address doesn’t support that action.' },
  'too-slow': { status: 408, text: 'Your request took too long to reach us. Please try again.' },
  conflict: { status: 409, text: 'Someone else just changed this. Reload the page and try again.' },
  'provider-not-reachable': {
    status: 409,
    text: 'We couldn’t reach the login of this company. Please try again in a few minutes.',
  },
  'address-taken': { status: 409, text: 'An account with this email already exists' },
  'last-of-its-kind': { status: 409, text: 'Please choose someone else for this role first.' },
  'own-account': {
    status: 409,
    text: 'You can’t do this to your own account. Ask another administrator.',
  },
  'locks-you-out': { status: 409, text: 'This list would lock you out. Add your own address to it.' },
  'cannot-be-invited': { status: 409, text: texts.invitation.refused },
  'idempotency-in-progress': {
    status: 409,
    text: 'A request with this Idempotency-Key is still in progress. Please try again in a moment.',
  },
  'not-processed': { status: 409, text: 'Only processed documents can be shared.' },
  'needs-check': { status: 409, text: 'Check this document first. Until then, only you can open it.' },
  'recipient-not-active': {
    status: 409,
    text: 'One of the businesses can’t receive documents right now. Please choose another.',
  },
  'already-reviewed': { status: 409, text: 'This document has already been reviewed.' },
  'cannot-retry': {
    status: 409,
    text: 'This document can’t be processed again. Upload the file again.',
  },
  'cannot-resend': {
    status: 409,
    text: 'Only a failed email without a link or code can be sent again. Ask the person to request a new one.',
  },
  gone: { status: 410, text: 'This link is no longer valid.' },
  'too-large': { status: 413, text: 'This is larger than we accept.' },
  'unsupported-type': { status: 415, text: 'We can’t read this type of content.' },
  'no-such-range': { status: 416, text: 'The requested range isn’t in this file.' },
  'invalid-input': { status: 422, text: 'Please check the marked fields.' },
  'idempotency-mismatch': {
    status: 422,
    text: 'This Idempotency-Key was used for a different request. Use a new one.',
  },
  'weak-password': {
    status: 422,
    text: 'This password is too common or too easy to guess. Choose a different one.',
  },
  'too-many-requests': { status: 429, text: 'Too many attempts. Please wait a moment and try again.' },
  'header-too-large': { status: 431, text: 'The headers of this request are larger than we accept.' },
  internal: { status: 500, text: texts.unexpected },
  unavailable: { status: 503, text: 'We’re busy right now. Please try again in a moment.' },
  'no-room': { status: 507, text: 'We can’t store more files right now. Please try again later.' },
} as const satisfies Record<string, { status: number; text: string }>

export type ErrorCode = keyof typeof errorTable
export const errorCodes = Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]]

/** The body of every failed call, as application/problem+json. */
export const Problem = z.object({
  type: z.string().describe('A stable URI for this kind of problem'),
  title: z.string().describe('The message to show'),
  status: z.int(),
  code: z.enum(errorCodes),
  requestId: z.string().describe('Identifies this request in the logs'),
  fields: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .optional()
    .describe('Which fields are wrong, and why'),
})
export type Problem = z.infer<typeof Problem>
