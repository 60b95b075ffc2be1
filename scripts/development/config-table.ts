/** The README's table of settings, made from the one place that reads them. `node scripts/development/config-table.ts` prints it. */
import { settings } from '../../server/src/config.ts'

export function configTable(): string {
  const rows = Object.entries(settings).map(
    ([name, { about, fallback }]) => `| \`${name}\` | ${about} | ${fallback} |`,
  )
  return ['| Variable | What it is | When unset |', '|---|---|---|', ...rows].join('\n')
}

if (import.meta.main) console.log(configTable())
