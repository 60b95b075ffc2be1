import { useSearchParams } from 'react-router'
import { pageMeta } from '../../lib/page-meta.ts'
import { useMembership } from '../../lib/roles.ts'
import { Banner } from '../../ui/banner.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { BinderList } from './binder-list.tsx'
import { BinderView } from './binder-view.tsx'
import { NewBinder } from './new-binder.tsx'

const title = 'Prepare for an audit'

export const meta = pageMeta(title)

/** The binder that is open is in the address. */
export default function BinderPage() {
  const { isManager } = useMembership()
  const [params, setParams] = useSearchParams()
  const openId = params.get('id')
  const open = (id: string | undefined) => setParams(id ? { id } : {})
  return (
    <>
      <PageHeader
        title={title}
        description="See which sales a certificate covers, ask for what is missing, and hand your auditor one signed file."
      />
      {!isManager ? (
        <Banner>Only managers can prepare for an audit.</Banner>
      ) : openId ? (
        <BinderView id={openId} onClose={() => open(undefined)} />
      ) : (
        <div className="grid gap-6">
          <NewBinder onStarted={open} />
          <BinderList onOpen={open} />
        </div>
      )}
    </>
  )
}
