import { Home } from '../../../features/public/home.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'

export const meta = pageMeta(
  'Secure Tax Exemption Document Handling',
  'Upload tax-exemption documents and card photos. We hide private details automatically before anyone sees them.',
)

export { Home as default }
