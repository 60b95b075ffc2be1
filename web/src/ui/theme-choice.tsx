import { Monitor, Moon, Sun } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { classNames } from '../lib/class-names.ts'
import { isDarkNow, setTheme, type Theme, useTheme } from '../lib/theme.ts'

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

const choices: readonly [Theme, string, ReactNode][] = [
  ['system', 'System', <Monitor key="system" aria-hidden />],
  ['light', 'Light', <Sun key="light" aria-hidden />],
  ['dark', 'Dark', <Moon key="dark" aria-hidden />],
]

export function ThemeChoice() {
  const theme = useTheme()
  const name = useId()
  return (
    <fieldset className="needs-scripts inline-flex w-fit rounded-control border border-line bg-surface p-1">
      <legend className="sr-only">Theme</legend>
      {choices.map(([value, label, icon]) => (
        <label
          key={value}
          className="flex items-center gap-1.5 rounded-md px-2.5 py-1 text-xs font-medium text-ink-muted has-checked:bg-subtle has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-focus [&_svg]:size-3.5"
        >
          <input
            type="radio"
            name={name}
            value={value}
            checked={theme === value}
            onChange={() => setTheme(value)}
            className="sr-only"
          />
          {icon}
          {label}
        </label>
      ))}
    </fieldset>
  )
}
