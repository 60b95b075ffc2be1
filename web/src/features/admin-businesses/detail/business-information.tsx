import type { Business } from '@exempta/contract/admin-businesses'
import { Card } from '../../../ui/card.tsx'
import { Facts } from '../../../ui/facts.tsx'

const notGiven = <span className="font-normal text-ink-muted">Not given</span>

export function BusinessInformation({ business }: { business: Business }) {
  const { email, type, taxId, registeredAt, documentsReceived, userCount } = business
  const { phone, website, address } = business
  return (
    <Card title="Business Information">
      <Facts
        facts={[
          { label: 'Email', value: email },
          { label: 'Business Type', value: type ?? notGiven },
          { label: 'Tax ID', value: taxId ?? notGiven },
          {
            label: 'Registration Date',
            value: new Date(registeredAt).toLocaleDateString(undefined, { dateStyle: 'long' }),
          },
          { label: 'Documents Received', value: documentsReceived.toLocaleString() },
          { label: 'Total Users', value: userCount.toLocaleString() },
          { label: 'Phone Number', value: phone ?? notGiven },
          { label: 'Website', value: website ?? notGiven },
          {
            label: 'Business Address',
            value: address ? <span className="whitespace-pre-line">{address}</span> : notGiven,
          },
        ]}
      />
    </Card>
  )
}
