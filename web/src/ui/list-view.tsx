import { CalendarClock, ChevronLeft, ChevronRight, Rows4, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { classNames } from '../lib/class-names.ts'
import { setDisplay, useDisplay } from '../lib/display.ts'
import type { Interruption, Sort } from '../lib/list.ts'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import { type Column, DataTable, type Selection } from './data-table.tsx'
import { PlainIconButton } from './icon-button.tsx'
import { FailedState, type FailedStateProps } from './page-states.tsx'
import { SearchInput } from './search-input.tsx'
import { type Option, Select } from './select.tsx'

interface FilterSelectProps {
  label: string
  /** The words for no filter: `All Status`. */
  allLabel: string
  value: string | undefined
  options: readonly Option[]
  onChange: (value: string) => void
}

/** On phones, filters that filter nothing are folded away until they're asked for. */
const foldedFilter = 'max-sm:group-data-folded/toolbar:hidden'

/** A filter that isn't a select. */
export const FoldedFilter = ({ isInUse, children }: { isInUse: boolean; children: ReactNode }) => (
  <span className={isInUse ? undefined : foldedFilter}>{children}</span>
)

/** One filter above a list; the empty value is no filter. */
function FilterSelect({ label, allLabel, value, options, onChange }: FilterSelectProps) {
  return (
    <Select
      aria-label={label}
      placeholder={allLabel}
      options={options}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value)}
      className={classNames('min-w-36 sm:max-w-56', !value && foldedFilter)}
    />
  )
}

interface ListViewProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  toolbar: ReactNode
  empty: ReactNode
  failure?: FailedStateProps | undefined
  interruption?: Interruption | undefined
  sort?: Sort | undefined
  onSort?: (sort: Sort) => void
  selection?: Selection<Row>
  paging?: Paging
  isTight?: boolean
  /** Its toolbar has filters, which phones fold away. */
  hasFilters?: boolean
}

interface Paging {
  pageNumber: number
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

/** The way to the other pages of a list; nothing when there is only one. */
export function ListPages({ paging, isLoading }: { paging: Paging; isLoading: boolean }) {
  const { pageNumber, onPrevious, onNext } = paging
  if (!onPrevious && !onNext) return null
  return (
    <Pagination
      summary={`Page ${pageNumber}`}
      onPrevious={onPrevious}
      onNext={onNext}
      isLoading={isLoading}
    />
  )
}

/** How rows and dates are shown, in every list of this browser. Cards on phones are always as high as they need. */
function DisplaySwitches({ isNeeded }: { isNeeded: boolean }) {
  const { isCompact, hasExactDates } = useDisplay()
  return (
    <span className={`ml-auto flex shrink-0 ${isNeeded ? '' : 'invisible'}`}>
      <PlainIconButton
        label="Compact rows"
        title="Compact rows"
        aria-pressed={isCompact}
        icon={<Rows4 aria-hidden />}
        onClick={() => setDisplay({ isCompact: !isCompact })}
        className="aria-pressed:bg-subtle aria-pressed:text-ink max-md:hidden"
      />
      <PlainIconButton
        label="Exact dates"
        title="Exact dates"
        aria-pressed={hasExactDates}
        icon={<CalendarClock aria-hidden />}
        onClick={() => setDisplay({ hasExactDates: !hasExactDates })}
        className="aria-pressed:bg-subtle aria-pressed:text-ink"
      />
    </span>
  )
}

const interruptionWords: Record<Interruption, Record<'shown' | 'none', string>> = {
  offline: {
    shown: 'You’re offline. This list may be out of date. We’ll update it when you’re back online.',
    none: 'You’re offline. We’ll load this list when you’re back online.',
  },
  failed: {
    shown: 'We couldn’t update this list, so it may be out of date. We’ll keep trying.',
    none: 'We couldn’t load this list. We’ll keep trying.',
  },
}

interface ListToolbarProps {
  hasFilters?: boolean | undefined
  /** How rows are shown, at the end. */
  display?: ReactNode
  children: ReactNode
}

/** A search field and filters above a list. Phones fold the filters away. */
export function ListToolbar({ hasFilters, display, children }: ListToolbarProps) {
  const [isUnfolded, setUnfolded] = useState(false)
  return (
    <search
      data-folded={!isUnfolded || undefined}
      className="group/toolbar flex flex-col gap-3 sm:flex-row sm:items-start"
    >
      <div className="flex flex-col gap-3 empty:hidden sm:min-w-0 sm:flex-1 sm:flex-row sm:flex-wrap sm:items-center [&>*:first-child]:sm:max-w-sm [&>*:first-child]:sm:min-w-56 [&>*:first-child]:sm:flex-1">
        {children}
      </div>
      <span className="flex items-center justify-between gap-2 sm:ml-auto">
        {hasFilters && (
          <Button
            variant="secondary"
            size="sm"
            className="sm:hidden"
            aria-expanded={isUnfolded}
            onClick={() => setUnfolded(!isUnfolded)}
          >
            <SlidersHorizontal aria-hidden className="size-4" />
            Filters
          </Button>
        )}
        {display}
      </span>
    </search>
  )
}

/** A whole list: toolbar, then failure or table or empty words, then paging. Every list of the product is one. */
export function ListView<Row>({
  toolbar,
  failure,
  interruption,
  paging,
  rows,
  hasFilters,
  ...table
}: ListViewProps<Row>) {
  return (
    <div className="grid gap-4">
      {(toolbar !== null || rows?.length !== 0) && (
        <ListToolbar hasFilters={hasFilters} display={<DisplaySwitches isNeeded={rows?.length !== 0} />}>
          {toolbar}
        </ListToolbar>
      )}
      {interruption && (
        <Banner tone="warning">{interruptionWords[interruption][rows ? 'shown' : 'none']}</Banner>
      )}
      {failure ? (
        <FailedState {...failure} />
      ) : interruption && !rows ? null : (
        // A table that is wider than the page scrolls, so that no column is cut off.
        <div className="overflow-hidden rounded-card border border-line bg-surface md:overflow-x-auto">
          <DataTable {...table} rows={rows} />
        </div>
      )}
      {paging && !failure && <ListPages paging={paging} isLoading={rows === undefined} />}
    </div>
  )
}

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

export interface GrowingList {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage(): Promise<unknown>
}

interface PaginationProps {
  /** Distinguishes the paging of two lists on one page. */
  label?: string
  /** Words such as `Page 2`, or `26–50`. */
  summary: string
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  isLoading?: boolean
}

/** Keyset paging: backwards and forwards, no page numbers to jump to. */
export function Pagination({
  label = 'Pages',
  summary,
  onPrevious,
  onNext,
  isLoading = false,
}: PaginationProps) {
  return (
    <nav aria-label={label} className="flex items-center justify-between gap-3 px-1 py-3 text-sm">
      <p aria-live="polite" className="text-ink-muted tabular-nums">
        {summary}
      </p>
      <div className="flex gap-2">
        <Button variant="secondary" size="sm" disabled={!onPrevious || isLoading} onClick={onPrevious}>
          <ChevronLeft aria-hidden className="size-4" />
          Previous
        </Button>
        <Button variant="secondary" size="sm" disabled={!onNext || isLoading} onClick={onNext}>
          Next
          <ChevronRight aria-hidden className="size-4" />
        </Button>
      </div>
    </nav>
  )
}

interface Searched {
  search: string
  setSearch: (search: string) => void
}

/** The search field above a list. */
export const ListSearch = ({ list, label }: { list: Searched; label: string }) => (
  <SearchInput label={label} value={list.search} onSearch={list.setSearch} />
)

interface Filtered<Name extends string> {
  filters: Partial<Record<Name, string>>
  setFilter: (name: Name, value: string) => void
}

interface ListFilterProps<Name extends string> {
  list: Filtered<Name>
  name: Name
  label: string
  /** The words for no filter: `All Status`. */
  allLabel: string
  options: readonly Option[]
}

/** One filter above a list, by its name in the address. */
export const ListFilter = <Name extends string>({ list, name, ...select }: ListFilterProps<Name>) => (
  <FilterSelect {...select} value={list.filters[name]} onChange={(value) => list.setFilter(name, value)} />
)
