/** The look shared by everything one types into or picks from. */
export const controlClass =
  'w-full min-w-0 scroll-mt-16 rounded-control border border-line-strong bg-surface px-3 text-ink placeholder:text-ink-muted ' +
  'transition-[border-color,box-shadow] enabled:not-aria-invalid:hover:border-accent ' +
  'focus-visible:border-accent focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-focus ' +
  'aria-invalid:border-danger aria-invalid:focus-visible:outline-danger ' +
  'disabled:cursor-not-allowed disabled:bg-subtle disabled:text-ink-muted'
