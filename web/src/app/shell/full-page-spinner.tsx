import { Spinner } from '../../ui/spinner.tsx'

export function FullPageSpinner() {
  return (
    <main className="grid min-h-dvh place-items-center bg-page">
      <Spinner label="Loading…" className="size-6 text-accent" />
    </main>
  )
}
