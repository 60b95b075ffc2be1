import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { buildFolder } from './build-place.ts'
import { readMarkdown } from './plugins/read-markdown.ts'
import { sharedFiles } from './plugins/shared-files.ts'

const own = (file: string) => fileURLToPath(new URL(file, import.meta.url))

export default defineConfig({
  root: own('.'),
  plugins: [markdownPages(), tailwindcss(), reactRouter(), loadBeforeWriting()],
  resolve: {
    alias: { 'react-style-singleton': own('src/lib/adopted-styles.ts') },
  },
  build: {
    // The first browsers with light-dark(), all from spring 2024.
    target: ['chrome123', 'edge123', 'firefox125', 'safari17.5'],
    // A file inlined as data: is one the policy would have to allow.
    assetsInlineLimit: 0,
  },
  // In development: all packages are found at the start. One that is found later reloads the open page.
  optimizeDeps: { entries: ['src/**/*.{ts,tsx}', '!src/**/*.test.ts'] },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: { groups: sharedFiles() },
          },
        },
      },
    },
  },
})

/** Lets a module import a page of `web/content` as `MarkdownPage`. Done by the build: browsers get no Markdown. */
function markdownPages(): Plugin {
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

/** React Router gives each page ten seconds. On a busy machine, loading what writes them takes as long: so that's done before. */
function loadBeforeWriting(): Plugin {
  return {
    name: 'exempta:load-before-writing',
    async configurePreviewServer() {
      await import(pathToFileURL(path.join(own('.'), buildFolder, 'server/index.js')).href)
    },
  }
}
