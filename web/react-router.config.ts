import type { Config } from '@react-router/dev/config'
import { buildFolder, hasShowcase } from './build-place.ts'
import { prerenderedPaths } from './src/app/prerendered-paths.ts'

export default {
  appDirectory: 'src',
  buildDirectory: buildFolder,
  ssr: false,
  prerender: hasShowcase ? ['/'] : prerenderedPaths,
} satisfies Config
