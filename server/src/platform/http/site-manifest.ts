import { z } from 'zod'

/** What the web build says of itself, in `web/build/site.json`. */
export const siteManifest = z.object({
  /** The page for every route that is not prerendered. */
  shell: z.string(),
  /** HTML file → hashes of its inline scripts, as they stand in a Content-Security-Policy. */
  pages: z.record(z.string(), z.array(z.string().regex(/^sha256-[A-Za-z0-9+/]+=*$/))),
  /** Patterns of all pages (`/user/documents/:id`); any other address is answered 404. */
  routes: z.array(z.string()),
  /** Files in which the public address has to be put where the mark stands. */
  addressed: z.object({ mark: z.string(), files: z.array(z.string()) }).default({ mark: '', files: [] }),
})
export type Site = z.infer<typeof siteManifest>

export function isKnownPage(site: Site, path: string): boolean {
  const asked = segments(path)
  return site.routes.some((route) => {
    const known = segments(route)
    return (
      known.length === asked.length && known.every((part, at) => part.startsWith(':') || part === asked[at])
    )
  })
}

const segments = (path: string) => path.split('/').filter(Boolean)
