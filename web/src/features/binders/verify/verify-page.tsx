import { onDemand } from '../../../lib/on-demand.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { PublicPage } from '../../../shared/public-page.tsx'

/** Public pages begin without what only their forms need. */
const VerifyForm = onDemand(async () => (await import('./verify-form.tsx')).VerifyForm)

const title = 'Check a binder or a signed certificate'
const intro =
  'See whether an audit binder is exactly as the seller made it, or a certificate as it was signed on Exempta. Your browser checks the file on this device and doesn’t upload it.'

export const meta = pageMeta(title, intro)

/** Public, so that auditors check a binder without an account. */
export default function VerifyPage() {
  return (
    <PublicPage title={title} intro={intro} width="text">
      <VerifyForm />
    </PublicPage>
  )
}
