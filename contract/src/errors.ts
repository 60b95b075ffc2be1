import { z } from 'zod'
import { texts } from './texts.ts'

/** The closed list of error codes: each with its HTTP status and the words shown when nothing says better. */
export const errorTable = {
  'malformed-request': { status: 400, text: 'The request could not be understood.' },
  'not-signed-in': { status: 401, text: 'Please sign in to continue.' },
  'wrong-credentials': { status: 401, text: texts.login.failed },
  'wrong-code': { status: 401, text: 'That code is not right. Please try again.' },
  'code-needed': { status: 401, text: 'Please prove your address with a code first.' },
  'key-invalid': { status: 401, text: 'This API key is not valid. Please send it as a bearer token.' },
  'key-revoked': { status: 401, text: 'This API key has been revoked.' },
  'key-expired': { status: 401, text: 'This API key has expired.' },
  'wrong-password': { status: 403, text: 'The password you entered is incorrect.' },
  'account-not-active': { status: 403, text: texts.login.notActive },
  'password-expired': {
    status: 403,
    text: 'Your temporary password has expired. Choose "Forgot password" or ask an administrator for a new one.',
  },
  'not-allowed': { status: 403, text: texts.permission },
  'view-only': { status: 403, text: 'The owner of this document allows viewing only.' },
  'email-not-verified': {
    status: 403,
    text: 'Please confirm your email address first. We sent you a link.',
  },
  duty: { status: 403, text: 'Please finish setting up your account first.' },
  'address-not-allowed': {
    status: 403,
    text: 'Your network address is not allowed to use this area.',
  },
  'scope-missing': { status: 403, text: 'This API key does not have the scope for this call.' },
  'api-access-off': { status: 403, text: 'This business has no API access. A manager can request it.' },
  'business-not-active': { status: 403, text: 'This business is not active.' },
  'foreign-origin': { status: 403, text: 'This request came from another site and was refused.' },
  'not-found': { status: 404, text: 'We could not find what you asked for.' },
  'method-not-allowed': { status: 405, text: 'This address does not support that action.' },
  'too-slow': { status: 408, text: 'Your request took too long to reach us. Please try again.' },
  conflict: { status: 409, text: 'Somebody changed this at the same time. Please reload and try again.' },
  'address-taken': { status: 409, text: 'An account with this email already exists' },
  'last-of-its-kind': { status: 409, text: 'Please name somebody else for this first.' },
  'own-account': {
    status: 409,
    text: 'You cannot do this to your own account. Please ask another administrator.',
  },
  'locks-you-out': { status: 409, text: 'This list would lock you out. Please include your own address.' },
  'cannot-be-invited': { status: 409, text: texts.invitation.refused },
  'idempotency-in-progress': {
    status: 409,
    text: 'A call with this Idempotency-Key is still being answered. Please try again in a moment.',
  },
  'not-processed': { status: 409, text: 'Only processed documents can be shared.' },
  'receiver-not-active': {
    status: 409,
    text: 'A chosen business cannot receive documents right now. Please choose another.',
  },
  'already-reviewed': { status: 409, text: 'This document has been reviewed already.' },
  'cannot-retry': {
    status: 409,
    text: 'This document cannot be processed again. Please send the file again.',
  },
  'cannot-resend': {
    status: 409,
    text: 'Only a mail that failed and held no link or code can be sent again. Please ask the person to request a new one.',
  },
  gone: { status: 410, text: 'This link is no longer valid.' },
  'too-large': { status: 413, text: 'That is larger than we accept.' },
  'unsupported-type': { status: 415, text: 'We cannot read this type of content.' },
  'no-such-range': { status: 416, text: 'The file has no such part.' },
  'invalid-input': { status: 422, text: 'Please check the marked fields.' },
  'idempotency-mismatch': {
    status: 422,
    text: 'This Idempotency-Key was used for another call. Please use a new one.',
  },
  'weak-password': {
    status: 422,
    text: 'This password is too common or too easy to guess. Please choose another one.',
  },
  'too-many-requests': { status: 429, text: 'Too many attempts. Please wait a moment and try again.' },
  'header-too-large': { status: 431, text: 'The headers of your request are larger than we accept.' },
  internal: { status: 500, text: texts.unexpected },
  unavailable: { status: 503, text: 'We are busy right now. Please try again in a moment.' },
  'no-room': { status: 507, text: 'There is no room for more files right now. Please try again later.' },
} as const satisfies Record<string, { status: number; text: string }>

export type ErrorCode = keyof typeof errorTable
export const errorCodes = Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]]

/** What every failed call answers with, as application/problem+json. */
export const Problem = z.object({
  type: z.string().describe('Stable address of this kind of problem'),
  title: z.string().describe('The words to show'),
  status: z.int(),
  code: z.enum(errorCodes),
  requestId: z.string().describe('Names this request in the logs'),
  fields: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .optional()
    .describe('Which parts of the input are wrong, and why'),
})
export type Problem = z.infer<typeof Problem>
