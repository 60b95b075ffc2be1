import { Moon, Sun } from 'lucide-react'
import { classNames } from '../lib/class-names.ts'
import { isDarkNow, setTheme } from '../lib/theme.ts'

/** Switches between light and dark at once; the footer's choice can go back to the system's. */
export function ThemeToggle({ className }: { className?: string }) {
  return (
    <button
      type="button"
      aria-label="Switch between light and dark theme"
      onClick={() => setTheme(isDarkNow() ? 'light' : 'dark')}
      className={classNames(
        'needs-scripts inline-flex size-10 shrink-0 items-center justify-center rounded-control text-ink-muted transition-colors hover:bg-subtle hover:text-ink',
        className,
      )}
    >
      <Moon aria-hidden className="theme-light-only size-5" />
      <Sun aria-hidden className="theme-dark-only size-5" />
    </button>
  )
}
