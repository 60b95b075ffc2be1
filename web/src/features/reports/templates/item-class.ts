import { classNames } from '../../../lib/class-names.ts'

/** The look of an entry of the list; the chosen one stands out. */
export const itemClass = (isChosen: boolean) =>
  classNames(
    'flex min-w-0 flex-1 items-center gap-2.5 rounded-control px-3 py-2 text-left [&_svg]:size-4 [&_svg]:shrink-0',
    isChosen ? 'bg-accent-soft font-medium text-accent-ink' : 'hover:bg-subtle',
  )
