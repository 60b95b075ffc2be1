import type { Role } from '@exempta/contract/people'
import {
  Activity,
  Building2,
  ChartColumn,
  ClipboardList,
  FileInput,
  FileText,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  MessagesSquare,
  ScrollText,
  Settings,
  Upload,
  UserRound,
  Users,
} from 'lucide-react'

export interface NavigationGroup {
  title?: string
  entries: readonly { to: string; label: string; Icon: LucideIcon }[]
}

export const navigationByRole: Readonly<Record<Role, readonly NavigationGroup[]>> = {
  user: [
    {
      entries: [
        { to: '/user/dashboard', label: 'Dashboard', Icon: LayoutDashboard },
        { to: '/user/upload', label: 'Upload Documents', Icon: Upload },
        { to: '/user/documents', label: 'My Documents', Icon: FileText },
        { to: '/user/profile', label: 'Profile', Icon: UserRound },
      ],
    },
  ],
  business: [
    {
      entries: [
        { to: '/business/dashboard', label: 'Dashboard', Icon: LayoutDashboard },
        { to: '/business/documents', label: 'Received Documents', Icon: FileInput },
        { to: '/business/profile', label: 'Business Profile', Icon: Building2 },
      ],
    },
  ],
  admin: [
    {
      entries: [
        { to: '/admin/dashboard', label: 'Dashboard', Icon: LayoutDashboard },
        { to: '/admin/users', label: 'Manage Users', Icon: Users },
        { to: '/admin/businesses', label: 'Manage Businesses', Icon: Building2 },
        { to: '/admin/reports', label: 'Reports', Icon: ChartColumn },
        { to: '/admin/chats', label: 'Chat Management', Icon: MessagesSquare },
      ],
    },
    {
      title: 'System',
      entries: [
        { to: '/admin/audit', label: 'Audit Log', Icon: ScrollText },
        { to: '/admin/mail', label: 'Mail', Icon: Mail },
        { to: '/admin/applications', label: 'Applications', Icon: ClipboardList },
        { to: '/admin/api-access', label: 'API Access', Icon: KeyRound },
        { to: '/admin/settings', label: 'Settings', Icon: Settings },
        { to: '/admin/health', label: 'Health', Icon: Activity },
      ],
    },
  ],
}
