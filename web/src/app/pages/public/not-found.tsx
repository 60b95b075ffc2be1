import { pageTexts } from '@exempta/contract/page-texts'
import { pageMeta } from '../../../lib/page-meta.ts'

export const meta = pageMeta(pageTexts.notFound.title)

export { NotFound as default } from '../../shell/not-found.tsx'
