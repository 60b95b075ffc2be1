const scriptTags = /<(?:link rel="modulepreload"|script type="module")(?![^>]*fetchpriority)/g

/** A prerendered page reads well before its scripts run: on a slow line its styles and font go first. */
export function scriptsYield(html: string): string {
  return html.replace(scriptTags, '$& fetchpriority="low"')
}
