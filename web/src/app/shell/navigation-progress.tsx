import { useNavigation } from 'react-router'

/** A thin line at the top while the next page's code loads. */
export function NavigationProgress() {
  if (useNavigation().state === 'idle') return null
  return <div aria-hidden className="fixed inset-x-0 top-0 z-50 h-0.5 animate-shimmer bg-accent" />
}
