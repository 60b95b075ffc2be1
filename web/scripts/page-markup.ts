const scriptElement = /<script\b([^>]*)>([\s\S]*?)<\/script>/gi

/** Hashes of a page's inline scripts as a Content-Security-Policy names them: `sha256-…`. */
export function inlineScriptHashes(html: string, sha256Base64: (text: string) => string): string[] {
  const hashes = new Set<string>()
  for (const [, attributes = '', text = ''] of html.matchAll(scriptElement)) {
    if (/\ssrc\s*=/i.test(attributes)) continue
    hashes.add(`sha256-${sha256Base64(text)}`)
  }
  return [...hashes]
}

/** Markup that `style-src 'self'` blocks: style elements and style attributes. */
export function inlineStyles(html: string): string[] {
  const withoutScripts = html.replace(scriptElement, '')
  return withoutScripts.match(/<style\b[^>]*>|<[^<>]+\sstyle\s*=[^<>]*>/gi) ?? []
}

const scriptTags = /<(?:link rel="modulepreload"|script type="module")(?![^>]*fetchpriority)/g

/** A prerendered page reads well before its scripts run: on a slow line its styles and font go first. */
export function scriptsYield(html: string): string {
  return html.replace(scriptTags, '$& fetchpriority="low"')
}
