import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'
import { readMarkdown } from './read-markdown.ts'

/** Lets a module import a page of `web/content` as `MarkdownPage`. Done by the build: browsers get no Markdown. */
export function markdownPages(): Plugin {
  return {
    name: 'exempta:markdown-pages',
    load: {
      filter: { id: /\/web\/content\/.*\.md$/ },
      async handler(id) {
        this.addWatchFile(id)
        const page = readMarkdown(await readFile(id, 'utf8'))
        return { code: `export default ${JSON.stringify(page)}`, moduleType: 'js' }
      },
    },
  }
}
