/** Every feature that has pages. Routes and side navigation are built from this list. */
import type { Role } from '@exempta/contract/people'
import { accounts } from '../features/accounts/manifest.ts'
import { admin } from '../features/admin/manifest.ts'
import { api } from '../features/api/manifest.ts'
import { archive } from '../features/archive/manifest.ts'
import { binders } from '../features/binders/manifest.ts'
import { businesses } from '../features/businesses/manifest.ts'
import { certificates } from '../features/certificates/manifest.ts'
import { chat } from '../features/chat/manifest.ts'
import { coverage } from '../features/coverage/manifest.ts'
import { customers } from '../features/customers/manifest.ts'
import { documents } from '../features/documents/manifest.ts'
import { inbound } from '../features/inbound/manifest.ts'
import { knowledge } from '../features/knowledge/manifest.ts'
import { publicPages } from '../features/public/manifest.ts'
import { reports } from '../features/reports/manifest.ts'
import { requests } from '../features/requests/manifest.ts'
import { review } from '../features/review/manifest.ts'
import { sharing } from '../features/sharing/manifest.ts'
import type { FeatureManifest, FeaturePage } from '../lib/feature-manifest.ts'

const features: readonly FeatureManifest[] = [
  accounts,
  admin,
  api,
  archive,
  binders,
  businesses,
  certificates,
  chat,
  coverage,
  customers,
  documents,
  inbound,
  knowledge,
  publicPages,
  reports,
  requests,
  review,
  sharing,
]

export const featurePages = features.flatMap(({ pages }) => pages)

/** The address of a page. */
export const addressOf = ({ area, path }: Pick<FeaturePage, 'area' | 'path'>) =>
  area === 'public' ? `/${path}` : `/${area}/${path}`

/** The route module of a page, from `web/src`. */
export const moduleOf = ({ module }: FeaturePage) => `${module}.tsx`

const isWithin = (pathname: string, address: string) =>
  pathname === address || pathname.startsWith(`${address}/`)

/** The address of the entry that is marked while a page is open; undefined if none leads there. */
export function currentEntry(role: Role, pathname: string): string | undefined {
  const page = featurePages.find(
    ({ area, path, navigation }) =>
      area === role &&
      navigation &&
      [path, ...(navigation.alsoMarks ?? [])].some((own) =>
        isWithin(pathname, addressOf({ area, path: own })),
      ),
  )
  return page && addressOf(page)
}

/** The side navigation of a role: groups of entries, in their order. */
export function navigationOf(role: Role) {
  const entries = featurePages
    .filter(({ area }) => area === role)
    .flatMap((page) => (page.navigation ? [{ ...page.navigation, to: addressOf(page) }] : []))
    .sort((one, other) => one.order - other.order)
  return [...Map.groupBy(entries, ({ group }) => group)].map(([title, ofGroup]) => ({
    title,
    entries: ofGroup,
  }))
}
