/** Stand in built files for what only the running server knows; it puts its own values in their place. */
export const serverMarks = {
  publicUrl: 'https://public-url.invalid',
  supportEmail: 'support-email@public-url.invalid',
  /** The server leaves nothing in its place when there is no phone. */
  supportPhone: 'support-phone@public-url.invalid',
}

export const publicUrlMark = serverMarks.publicUrl
