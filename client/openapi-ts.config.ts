import { defineConfig } from '@hey-api/openapi-ts'

const { DESCRIPTION = 'openapi.json', FOLDER = 'src/generated' } = process.env

/** Run by `npm run client:generate`, which makes the description. */
export default defineConfig({
  input: DESCRIPTION,
  output: { path: FOLDER, module: { extension: '.js' } },
  plugins: [
    '@hey-api/typescript',
    { name: '@hey-api/sdk', responseStyle: 'data' },
    { name: '@hey-api/client-fetch', baseUrl: false, throwOnError: true },
  ],
})
