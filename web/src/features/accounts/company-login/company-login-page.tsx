import { onDemand } from '../../../lib/on-demand.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { Spinner } from '../../../ui/loading.tsx'

const CompanyLogin = onDemand(
  async () => (await import('./company-login.tsx')).CompanyLogin,
  <Spinner label="Loading…" />,
)

export const meta = pageMeta('Company login')

/** The page that a company’s provider opens at the end of a login. */
export default function CompanyLoginPage() {
  return <CompanyLogin />
}
