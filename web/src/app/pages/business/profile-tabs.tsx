import { useSearchParams } from 'react-router'
import { Tabs } from '../../../ui/tabs.tsx'
import OwnAccount from '../own-account.tsx'
import { OwnBusiness } from './own-business.tsx'

const ownTab = 'account'

/** The tab is in the address, so that a link can lead to it. */
export default function ProfileTabs() {
  const [params, setParams] = useSearchParams()
  return (
    <Tabs
      label="Business Profile"
      value={params.get('tab') === ownTab ? ownTab : 'business'}
      onChange={(tab) => setParams(tab === ownTab ? { tab } : {}, { replace: true })}
      tabs={[
        { value: 'business', label: 'Business', content: <OwnBusiness /> },
        { value: ownTab, label: 'My account', content: <OwnAccount /> },
      ]}
    />
  )
}
