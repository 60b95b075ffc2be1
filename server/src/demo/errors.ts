/** The installation is a demo and wasn't asked to be one, or the other way around. The message says what to do. */
export class InstallationKindError extends Error {
  override name = 'InstallationKindError'
}
