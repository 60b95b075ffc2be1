import type { Role } from '@exempta/contract/people'
import type { LucideIcon } from 'lucide-react'

interface NavigationEntry {
  label: string
  Icon: LucideIcon
  /** Entries of all features are sorted by it. */
  order: number
  /** The heading above; the first entries have none. */
  group?: 'System'
  /** Other paths of the area that belong to the entry; what lies below its own path always does. */
  alsoMarks?: readonly string[]
}

export interface FeaturePage {
  /** Where the address begins, and who may open the page; public pages begin nowhere and are open to all. */
  area: 'public' | Role
  /** Below the area, such as `documents/:id`. */
  path: string
  /** The route module, from `web/src` and without its ending: in the feature, or in `app/pages` if it shows several features. */
  module: string
  /** Puts the page into the side navigation of its area. */
  navigation?: NavigationEntry
}

/** What a feature adds to the app. `app/features.ts` lists all features; routes and navigation are built from there. */
export interface FeatureManifest {
  pages: readonly FeaturePage[]
}
