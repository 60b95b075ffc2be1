import {
  Activity,
  BookOpenCheck,
  ClipboardList,
  FileText,
  LayoutDashboard,
  Mail,
  ScrollText,
  Settings,
  Users,
} from 'lucide-react'
import type { FeatureManifest } from '../../lib/feature-manifest.ts'

export const admin: FeatureManifest = {
  pages: [
    {
      area: 'admin',
      path: 'dashboard',
      navigation: { label: 'Dashboard', Icon: LayoutDashboard, order: 10 },
    },
    { area: 'admin', path: 'users', navigation: { label: 'Manage Users', Icon: Users, order: 20 } },
    { area: 'admin', path: 'users/:id', module: 'admin/user' },
    { area: 'admin', path: 'dashboard/issues', module: 'admin/failed-documents' },
    {
      area: 'admin',
      path: 'audit',
      navigation: { label: 'Audit Log', Icon: ScrollText, order: 60, group: 'System' },
    },
    {
      area: 'admin',
      path: 'rules',
      navigation: { label: 'Rules', Icon: BookOpenCheck, order: 65, group: 'System' },
    },
    {
      area: 'admin',
      path: 'forms',
      navigation: { label: 'Forms', Icon: FileText, order: 66, group: 'System' },
    },
    { area: 'admin', path: 'mail', navigation: { label: 'Mail', Icon: Mail, order: 70, group: 'System' } },
    {
      area: 'admin',
      path: 'applications',
      navigation: { label: 'Applications', Icon: ClipboardList, order: 80, group: 'System' },
    },
    {
      area: 'admin',
      path: 'settings',
      navigation: { label: 'Settings', Icon: Settings, order: 100, group: 'System' },
    },
    {
      area: 'admin',
      path: 'health',
      navigation: { label: 'Health', Icon: Activity, order: 110, group: 'System' },
    },
  ],
}
