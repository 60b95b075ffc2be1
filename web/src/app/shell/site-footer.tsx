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

/** Visitors aren't told which version runs here: it would only help those who look for old ones. */
export function SiteFooter({ showsVersion = false }: { showsVersion?: boolean }) {
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
          © {new Date().getFullYear()} Exempta. All rights reserved.{showsVersion && ` Version ${version}`}
        </p>
      </div>
    </footer>
  )
}
