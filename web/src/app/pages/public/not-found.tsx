import { texts } from '@exempta/contract/texts'
import { pageMeta } from '../../../lib/page-meta.ts'

export const meta = pageMeta(texts.notFound.title)

export { NotFound as default } from '../../shell/not-found.tsx'
