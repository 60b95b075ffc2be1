import { Monitor, Moon, Sun } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { setTheme, type Theme, useTheme } from '../lib/theme.ts'

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
