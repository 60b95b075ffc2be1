import { listSettings } from '@exempta/contract/settings'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../lib/error-text.ts'
import { routeQuery } from '../../lib/query.ts'
import { FailedState } from '../../ui/failed-state.tsx'
import { SectionSpinner } from '../../ui/section-spinner.tsx'
import { SectionCard } from './section-card.tsx'
import { sections } from './sections.ts'

const query = routeQuery(listSettings, {})

/** Every setting of the installation, in sections that are saved one by one. */
export function SettingSections() {
  const { data, error, refetch, isRefetching } = useQuery(query)
  if (!data) {
    if (!error) return <SectionSpinner />
    return <FailedState message={errorText(error)} onRetry={() => void refetch()} isRetrying={isRefetching} />
  }
  return sections.map((section) => (
    <SectionCard
      key={section.title}
      section={section}
      settings={data.settings}
      onReload={async () => (await refetch({ throwOnError: true })).data?.settings}
    />
  ))
}
