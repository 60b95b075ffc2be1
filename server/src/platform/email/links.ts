import type { EmailTimes } from './email-times.ts'

/** A code or a link with a token. It is readable only in the email; printed or logged, it is a placeholder. */
export class Secret {
  readonly #value: string

  constructor(value: string) {
    this.#value = value
  }

  reveal(): string {
    return this.#value
  }

  toString(): string {
    return '[secret]'
  }

  toJSON(): string {
    return '[secret]'
  }
}

/** A link into the product. Emails accept no other kind of link, so none can lead elsewhere. */
export class PublicLink {
  readonly url: string | Secret
  /** Set for links that stop working at a certain time. */
  readonly expiresAt: Date | undefined

  constructor(url: string | Secret, expiresAt?: Date) {
    this.url = url
    this.expiresAt = expiresAt
  }

  /** The address itself, for handing it to the person by other means than email. */
  reveal(): string {
    return this.url instanceof Secret ? this.url.reveal() : this.url
  }
}

/** A link to a page, built from the configured public address. */
export function publicLink(
  publicUrl: string,
  path: string,
  parameters: Record<string, string> = {},
): PublicLink {
  const url = address(publicUrl, path)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return new PublicLink(url.href)
}

/**
 * The same with a token in the fragment, which servers and proxies never see. It is removed from the stored email
 * after sending.
 */
export function secretLink(
  publicUrl: string,
  path: string,
  parameters: Record<string, string>,
  expiresAt?: Date,
): PublicLink {
  const url = address(publicUrl, path)
  url.hash = new URLSearchParams(parameters).toString()
  return new PublicLink(new Secret(url.href), expiresAt)
}

/** For the only kind of page whose token is part of the path. Such a link alone gives no access. */
export const secretPath = (publicUrl: string, path: string): PublicLink =>
  new PublicLink(new Secret(address(publicUrl, path).href))

function address(publicUrl: string, path: string): URL {
  const url = new URL(publicUrl + path)
  if (!path.startsWith('/') || url.origin !== new URL(publicUrl).origin || url.username !== '') {
    throw new TypeError('A link in an email must be a path on this site.')
  }
  return url
}

/** For one-time links: how long they work, as a sentence with the exact time. */
export const expiryOf = ({ expiresAt }: PublicLink, { moment }: EmailTimes): string =>
  expiresAt ? `This link works once and expires ${moment(expiresAt)}.` : 'This link works once.'
