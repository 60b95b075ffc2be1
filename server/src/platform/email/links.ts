/** A code or a link with a token. It shows itself to the mail alone: printed or logged it is only a mark. */
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

/** A link into the product. Mails take no other kind, so none can lead elsewhere. */
export class PublicLink {
  readonly url: string | Secret

  constructor(url: string | Secret) {
    this.url = url
  }

  /** The address itself, for whoever hands it to its person by another way than a mail. */
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
 * The same with a token, behind the hash sign, where servers and proxies never see it; removed from the stored
 * mail once it is sent.
 */
export function secretLink(publicUrl: string, path: string, parameters: Record<string, string>): PublicLink {
  const url = address(publicUrl, path)
  url.hash = new URLSearchParams(parameters).toString()
  return new PublicLink(new Secret(url.href))
}

/** For the one kind of page whose token is part of its path; such a link alone opens nothing. */
export const secretPath = (publicUrl: string, path: string): PublicLink =>
  new PublicLink(new Secret(address(publicUrl, path).href))

function address(publicUrl: string, path: string): URL {
  const url = new URL(publicUrl + path)
  if (!path.startsWith('/') || url.origin !== new URL(publicUrl).origin || url.username !== '') {
    throw new TypeError('A link in a mail must be a path of this product.')
  }
  return url
}
