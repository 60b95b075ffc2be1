import { Contact } from 'lucide-react'
import type { FeatureManifest } from '../../lib/feature-manifest.ts'

export const customers: FeatureManifest = {
  pages: [
    {
      area: 'business',
      path: 'customers',
      module: 'features/customers/list/customer-list',
      navigation: { label: 'Customers', Icon: Contact, order: 21 },
    },
    { area: 'business', path: 'customers/import', module: 'features/customers/import/import-page' },
    { area: 'business', path: 'customers/:id', module: 'app/pages/business/customer' },
  ],
}
