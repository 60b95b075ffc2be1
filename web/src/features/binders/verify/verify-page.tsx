import { onDemand } from '../../../lib/on-demand.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { PublicPage } from '../../../shared/public-page.tsx'

/** Public pages begin without what only their forms need. */
const VerifyForm = onDemand(async () => (await import('./verify-form.tsx')).VerifyForm)

const title = 'Check an audit binder'
const intro =
  'See whether a binder is exactly as the seller made it. Your browser checks the file on this device and doesn’t upload it.'

export const meta = pageMeta(title, intro)

/** Public, so that auditors check a binder without an account. */
export default function VerifyPage() {
  return (
    <PublicPage title={title} intro={intro} width="text">
      <VerifyForm />
    </PublicPage>
  )
}
