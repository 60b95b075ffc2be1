/** A company's provider as a process of its own, for journeys. The parent process says over IPC who logs in. */
import { type IdentityProvider, startIdentityProvider } from './identity-provider.ts'

type ProviderQuestion =
  | { person: IdentityProvider['person'] }
  | { redirectAddress: string; logoutAddress: string }

const idp = await startIdentityProvider({
  sub: 'nobody',
  email: 'nobody@example.org',
  name: 'Nobody',
  groups: [],
})
process.send?.({ issuer: idp.issuer, clientId: idp.clientId, clientSecret: idp.clientSecret })
process.on('message', (question: ProviderQuestion) => {
  if ('person' in question) idp.person = question.person
  else idp.register(question.redirectAddress, question.logoutAddress)
  process.send?.({})
})
process.on('disconnect', () => process.exit())
