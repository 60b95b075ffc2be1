import { Home } from '../../../features/public/home.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'

export const meta = pageMeta(
  'Secure Tax Exemption Document Handling',
  'Upload tax-exemption documents and card photos. Private details are hidden automatically before anybody sees them.',
)

export { Home as default }
