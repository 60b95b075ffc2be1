import { Secret } from './secret.ts'

/** A link into the product. Mails take no other kind, so none can lead elsewhere. */
export class PublicLink {
  readonly url: string | Secret

  constructor(url: string | Secret) {
    this.url = url
  }
}

/** A link to a page, built from the configured public address. */
export function publicLink(
  publicUrl: string,
  path: string,
  parameters: Record<string, string> = {},
): PublicLink {
  return new PublicLink(address(publicUrl, path, parameters))
}

/** The same with a token in it: removed from the stored mail once it is sent. */
export function secretLink(publicUrl: string, path: string, parameters: Record<string, string>): PublicLink {
  return new PublicLink(new Secret(address(publicUrl, path, parameters)))
}

function address(publicUrl: string, path: string, parameters: Record<string, string>): string {
  const url = new URL(publicUrl + path)
  if (!path.startsWith('/') || url.origin !== new URL(publicUrl).origin || url.username !== '') {
    throw new TypeError('A link in a mail must be a path of this product.')
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}
