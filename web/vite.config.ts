import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { cspSafeStyles } from './plugins/csp-safe-styles.ts'
import { markdownPages } from './plugins/markdown-pages.ts'
import { slimContract } from './plugins/slim-contract.ts'

const own = (file: string) => fileURLToPath(new URL(file, import.meta.url))

// What every page shows: header, footer and the pieces in them.
const shellModules = [
  /web\/src\/app\/shell\/(public-header|site-footer|skip-link|full-page-spinner|navigation-progress|route-announcer|use-session-sync)\./,
  /web\/src\/ui\/(button-class|link-button|text-link|logo|spinner|theme-choice|theme-toggle)\./,
  /web\/src\/lib\/(class-names|theme|roles|session-store|page-meta)\./,
  /lucide-react\/dist\/esm\/(createLucideIcon|Icon|context|defaultAttributes|shared\/|icons\/(moon|sun|monitor|loader-circle)\.)/,
]

export default defineConfig({
  root: own('.'),
  plugins: [cspSafeStyles(), markdownPages(), slimContract(), tailwindcss(), reactRouter()],
  resolve: { alias: { 'react-style-singleton': own('src/lib/adopted-styles.ts') } },
  build: {
    // The first browsers with light-dark(), all from spring 2024.
    target: ['chrome123', 'edge123', 'firefox125', 'safari17.5'],
    // A file inlined as data: is one the policy would have to allow.
    assetsInlineLimit: 0,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Few files compress better than many: what every page needs comes as two.
            codeSplitting: {
              groups: [
                {
                  name: 'framework',
                  test: /node_modules\/(react|react-dom|react-router|scheduler|cookie)\//,
                  priority: 2,
                },
                {
                  name: 'shell',
                  test: (id) => shellModules.some((pattern) => pattern.test(id)),
                  priority: 1,
                },
              ],
            },
          },
        },
      },
    },
  },
  server: { proxy: { '/api': { target: 'http://localhost:3000', ws: true } } },
})
