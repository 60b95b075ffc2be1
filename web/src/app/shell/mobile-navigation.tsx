import type { Role } from '@exempta/contract/people'
import { SlideOver } from '../../ui/dialogs.tsx'
import { Logo } from '../../ui/logo.tsx'
import { SideNavigation } from './side-navigation.tsx'

export default function MobileNavigation({ role, onClose }: { role: Role; onClose: () => void }) {
  return (
    <SlideOver isOpen onOpenChange={onClose} title={<Logo isOnNavy />} side="left" tone="nav">
      <SideNavigation role={role} onNavigate={onClose} />
    </SlideOver>
  )
}
