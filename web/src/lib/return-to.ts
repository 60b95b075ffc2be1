/**
 * A path to go back to after signing in, or undefined when it is anything but a same-origin absolute path.
 * Browsers treat `\` as `/` and skip control characters, so both could hide another host.
 */
export function safeReturnTo(untrusted: string | null | undefined): string | undefined {
  if (!untrusted?.startsWith('/') || untrusted.startsWith('//')) return undefined
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  if (/[\\\u0000-\u001f\u007f-\u009f]/.test(untrusted)) return undefined
  const base = 'https://exempta.invalid'
  const url = URL.parse(untrusted, base)
  if (!url || url.origin !== base || url.pathname.startsWith('//')) return undefined
  return url.pathname + url.search + url.hash
}

/** Where the login or registration page is, remembering the page that asked for it. */
export function loginPath(from: string | undefined, page: '/login' | '/register' = '/login'): string {
  const target = safeReturnTo(from)
  return target && target !== '/' ? `${page}?returnTo=${encodeURIComponent(target)}` : page
}
