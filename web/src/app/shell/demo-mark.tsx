import { pageTexts } from '@exempta/contract/page-texts'

/**
 * Above every page of a demo, where it takes no room from what a page keeps in view. It's part of the built pages, and
 * the server shows it with an attribute, so that it needs no script.
 */
export function DemoMark() {
  return (
    <aside
      aria-label="Demo"
      className="hidden bg-warning-soft px-4 py-1 text-center text-xs font-medium text-warning-ink in-data-demo:block print:hidden"
    >
      {pageTexts.demo}
    </aside>
  )
}
