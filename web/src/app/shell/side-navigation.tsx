import type { Role } from '@exempta/contract/people'
import { useId } from 'react'
import { Link, useLocation } from 'react-router'
import { classNames } from '../../lib/class-names.ts'
import { useNavigationBadges } from '../../lib/navigation-badges.ts'
import { SlideOver } from '../../ui/dialogs.tsx'
import { Logo } from '../../ui/logo.tsx'
import { currentEntry, navigationOf } from '../features.ts'

/** The pages of one's own role, on navy: fixed beside the page, or inside the slide-over on phones. */
export function SideNavigation({ role, onNavigate }: { role: Role; onNavigate?: () => void }) {
  const id = useId()
  const badges = useNavigationBadges()
  const current = currentEntry(role, useLocation().pathname)
  return (
    <nav aria-label="Main" className="grid gap-6 p-3">
      {navigationOf(role).map(({ title, entries }) => (
        <div key={title ?? 'main'} className="grid gap-1">
          {title && (
            <p id={`${id}-${title}`} className="px-3 pb-1 text-xs font-semibold text-nav-ink/80">
              {title}
            </p>
          )}
          <ul aria-labelledby={title && `${id}-${title}`} className="grid gap-0.5">
            {entries.map(({ to, label, Icon }) => (
              <li key={to}>
                <Link
                  to={to}
                  prefetch="intent"
                  aria-current={to === current ? 'page' : undefined}
                  onClick={onNavigate}
                  className={classNames(
                    'flex h-10 items-center gap-3 rounded-control px-3 text-sm font-medium transition-colors focus-visible:outline-teal-500',
                    to === current
                      ? 'bg-nav-active text-white'
                      : 'text-nav-ink hover:bg-nav-active/60 hover:text-white',
                  )}
                >
                  <Icon aria-hidden className="size-[18px] shrink-0" />
                  {label}
                  <EntryBadge count={badges[to] ?? 0} />
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

function EntryBadge({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="ml-auto min-w-5 rounded-full bg-danger px-1.5 text-center text-xs leading-5 font-semibold text-on-danger tabular-nums">
      {count > 99 ? '99+' : count}
      <span className="sr-only"> unread</span>
    </span>
  )
}

export function MobileNavigation({ role, onClose }: { role: Role; onClose: () => void }) {
  return (
    <SlideOver isOpen onOpenChange={onClose} title={<Logo isOnNavy />} side="left" tone="nav">
      <SideNavigation role={role} onNavigate={onClose} />
    </SlideOver>
  )
}
