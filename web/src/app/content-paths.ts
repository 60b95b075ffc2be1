/** Read by the build: every file of `web/content` that is a page of its own. */
import { readdirSync } from 'node:fs'

const slugs = (folder: string) =>
  readdirSync(new URL(`../../content/${folder}`, import.meta.url))
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -'.md'.length))

export const postSlugs = slugs('blog')
export const tutorialSlugs = slugs('tutorials')
