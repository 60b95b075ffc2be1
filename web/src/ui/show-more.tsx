import { Button } from './button.tsx'

/** The list's foot while there are older entries. */
export function ShowMore({ list }: { list: GrowingList }) {
  if (!list.hasNextPage) return null
  return (
    <div className="border-t border-line p-3 text-center">
      <Button
        variant="ghost"
        size="sm"
        isLoading={list.isFetchingNextPage}
        onClick={() => void list.fetchNextPage()}
      >
        Show more
      </Button>
    </div>
  )
}

interface GrowingList {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage(): Promise<unknown>
}
