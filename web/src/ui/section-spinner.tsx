import { Spinner } from './spinner.tsx'

/** Stands where a page's content will be. */
export function SectionSpinner({ label = 'Loading…' }: { label?: string }) {
  return (
    <div className="grid place-items-center py-24">
      <Spinner label={label} />
    </div>
  )
}
