import type { Role } from '@exempta/contract/people'
import { MessageCircle, X } from 'lucide-react'
import { useId } from 'react'
import { Link, useLocation } from 'react-router'
import { hideChat, openChatWindow, useChatUnread, useIsChatHidden } from '../../lib/chat-window.ts'
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
      {role !== 'admin' && <SupportEntry canHide={role === 'business'} onNavigate={onNavigate} />}
    </nav>
  )
}

interface SupportEntryProps {
  canHide: boolean
  onNavigate: (() => void) | undefined
}

/** Live support on work pages: below the pages, so that it never lies on one. */
function SupportEntry({ canHide, onNavigate }: SupportEntryProps) {
  const unread = useChatUnread()
  if (useIsChatHidden()) return null
  return (
    <div className="flex items-center gap-1 border-t border-nav-line pt-3">
      <button
        type="button"
        aria-label={unread > 0 ? `Live Support, ${unread} unread` : 'Live Support'}
        onClick={() => {
          onNavigate?.()
          openChatWindow()
        }}
        className="flex h-10 flex-1 items-center gap-3 rounded-control px-3 text-sm font-medium text-nav-ink transition-colors hover:bg-nav-active/60 hover:text-white focus-visible:outline-teal-500"
      >
        <MessageCircle aria-hidden className="size-[18px] shrink-0" />
        Live Support
        <EntryBadge count={unread} />
      </button>
      {canHide && (
        <button
          type="button"
          aria-label="Hide Live Support"
          title="Hide. Contact brings it back."
          onClick={() => hideChat()}
          className="inline-flex size-8 items-center justify-center rounded-control text-nav-ink/80 hover:bg-nav-active/60 hover:text-white focus-visible:outline-teal-500"
        >
          <X aria-hidden className="size-4" />
        </button>
      )}
    </div>
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
