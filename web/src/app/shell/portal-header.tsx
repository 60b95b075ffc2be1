import type { Person } from '@exempta/contract/people'
import { Menu as MenuIcon } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { PlainIconButton } from '../../ui/icon-button.tsx'
import { Logo } from '../../ui/logo.tsx'
import { ThemeToggle } from '../../ui/theme-choice.tsx'
import { AccountTools } from './account-tools.tsx'

import { MobileNavigation } from './side-navigation.tsx'

export function PortalHeader({ person }: { person: Person }) {
  const [isMenuOpen, setMenuOpen] = useState(false)
  return (
    <header className="sticky top-0 z-30 flex h-16 border-b border-line bg-surface">
      <div className="flex items-center gap-1 pl-2 md:-mb-px md:w-60 md:border-b md:border-nav-line md:bg-nav md:pl-5">
        <PlainIconButton
          label="Open menu"
          aria-haspopup="dialog"
          aria-expanded={isMenuOpen}
          icon={<MenuIcon aria-hidden />}
          onClick={() => setMenuOpen(true)}
          className="md:hidden"
        />
        <Link
          to="/"
          aria-label="Exempta home"
          className="inline-flex rounded-control focus-visible:outline-teal-500"
        >
          <span className="flex md:hidden">
            <Logo />
          </span>
          <span className="flex max-md:hidden">
            <Logo isOnNavy />
          </span>
        </Link>
      </div>
      <div className="flex flex-1 items-center justify-end gap-0.5 pr-1 sm:gap-2 sm:px-6">
        <ThemeToggle className="max-sm:hidden" />
        <AccountTools person={person} />
      </div>
      {isMenuOpen && <MobileNavigation role={person.role} onClose={() => setMenuOpen(false)} />}
    </header>
  )
}
