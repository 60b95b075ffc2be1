/** Asks the browser for passkeys. The code behind it is loaded with the first question. */
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'

type Json = Record<string, unknown>

export const canUsePasskeys = () => typeof window.PublicKeyCredential === 'function'

/** The browser makes a new passkey by the server's question; throws plain words when it does not. */
export async function createPasskey(question: Json): Promise<Json> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = question as unknown as PublicKeyCredentialCreationOptionsJSON
  try {
    return toJson(await startRegistration({ optionsJSON }))
  } catch (error) {
    throw inPlainWords(error, 'Your browser couldn’t create a passkey. Try another browser or device.')
  }
}

/** The browser answers the server's question with a passkey that it has. */
export async function answerWithPasskey(question: Json): Promise<Json> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = question as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON']
  try {
    return toJson(await startAuthentication({ optionsJSON }))
  } catch (error) {
    throw inPlainWords(error, 'Your browser couldn’t use a passkey. Use a code instead.')
  }
}

const toJson = (answer: object): Json => ({ ...answer })

const refusals: Record<string, string> = {
  NotAllowedError: 'The passkey request was canceled or took too long. Please try again.',
  AbortError: 'The passkey request was canceled. Please try again.',
  InvalidStateError: 'This device already has a passkey for your account.',
  SecurityError: 'Passkeys don’t work at this web address. Use the address you were given for Exempta.',
}

function inPlainWords(error: unknown, otherwise: string): Error {
  const name = error instanceof Error ? error.name : ''
  return new Error(refusals[name] ?? otherwise, { cause: error })
}
