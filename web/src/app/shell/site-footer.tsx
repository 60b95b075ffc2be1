import { version } from '@exempta/contract/version'
import { Link } from 'react-router'
import { Logo } from '../../ui/logo.tsx'
import { ThemeChoice } from '../../ui/theme-choice.tsx'

const groups = [
  {
    title: 'Support',
    links: [
      ['/help', 'Help Center'],
      ['/tutorials', 'Tutorials'],
      ['/states', 'Rules by State'],
      ['/contact', 'Contact'],
    ],
  },
  {
    title: 'Company',
    links: [
      ['/about', 'About'],
      ['/blog', 'Blog'],
      ['/careers', 'Careers'],
    ],
  },
  {
    title: 'Legal',
    links: [
      ['/privacy', 'Privacy'],
      ['/terms', 'Terms'],
      ['/security', 'Security'],
    ],
  },
] as const

const workLinks = [
  ['/help', 'Help Center'],
  ['/contact', 'Contact'],
  ['/privacy', 'Privacy'],
  ['/terms', 'Terms'],
] as const

/** One line below pages to work on. Only people who are logged in are told which version runs here. */
export const WorkFooter = () => <LineFooter name={`Exempta · Version ${version}`} />

/** The same for guests, who came to do one thing. */
export const GuestFooter = () => <LineFooter name="Exempta" />

function LineFooter({ name }: { name: string }) {
  return (
    <footer className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t border-line px-4 py-2 text-xs text-ink-muted md:px-8">
      <p>{name}</p>
      {/* Phones have no room for it in the header. */}
      <span className="sm:hidden">
        <ThemeChoice />
      </span>
      <nav aria-label="Footer" className="flex flex-wrap gap-x-4">
        {workLinks.map(([to, label]) => (
          <Link key={to} to={to} prefetch="intent" className="rounded-sm py-1 hover:text-ink hover:underline">
            {label}
          </Link>
        ))}
      </nav>
    </footer>
  )
}

export function SiteFooter() {
  return (
    <footer className="border-t border-line bg-surface text-sm">
      <div className="mx-auto grid max-w-[1200px] gap-10 px-4 py-10 sm:px-6 lg:grid-cols-[1fr_auto]">
        <div className="grid content-start gap-3">
          <Logo />
          <p className="max-w-xs text-ink-muted">Secure document handling for tax exemption processes.</p>
          <ThemeChoice />
        </div>
        <nav aria-label="Footer" className="grid grid-cols-2 gap-x-12 gap-y-8 sm:grid-cols-3">
          {groups.map((group) => (
            <div key={group.title} className="grid content-start gap-2">
              <p className="font-semibold">{group.title}</p>
              <ul className="grid gap-0.5">
                {group.links.map(([to, label]) => (
                  <li key={to}>
                    <Link
                      to={to}
                      prefetch="intent"
                      className="inline-block rounded-sm py-1 text-ink-muted hover:text-ink hover:underline"
                    >
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        {/* The year of the build stands until scripts run; a later year is not an error. */}
        <p suppressHydrationWarning className="text-xs text-ink-muted lg:col-span-2">
          © {new Date().getFullYear()} Exempta. All rights reserved.
        </p>
      </div>
    </footer>
  )
}
