import {
  Activity,
  BookOpenCheck,
  ClipboardList,
  DatabaseBackup,
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
      module: 'features/admin/dashboard/admin-dashboard',
      navigation: { label: 'Dashboard', Icon: LayoutDashboard, order: 10 },
    },
    {
      area: 'admin',
      path: 'users',
      module: 'features/admin/users/users',
      navigation: { label: 'Manage Users', Icon: Users, order: 20 },
    },
    { area: 'admin', path: 'users/:id', module: 'features/admin/users/user-page' },
    { area: 'admin', path: 'dashboard/issues', module: 'features/admin/documents/failed-documents' },
    { area: 'admin', path: 'documents/:id', module: 'features/admin/documents/document-page' },
    {
      area: 'admin',
      path: 'audit',
      module: 'features/admin/audit/audit-log',
      navigation: {
        label: 'Audit Log',
        Icon: ScrollText,
        order: 60,
        group: 'System',
        // A document's page shows what the audit log knows of it, and is found there.
        alsoMarks: ['documents'],
      },
    },
    {
      area: 'admin',
      path: 'rules',
      module: 'features/admin/knowledge/rule-list',
      navigation: { label: 'Rules', Icon: BookOpenCheck, order: 65, group: 'System' },
    },
    {
      area: 'admin',
      path: 'forms',
      module: 'features/admin/knowledge/blank-forms',
      navigation: { label: 'Forms', Icon: FileText, order: 66, group: 'System' },
    },
    { area: 'admin', path: 'forms/learned/:id', module: 'features/admin/knowledge/learned-form' },
    {
      area: 'admin',
      path: 'mail',
      module: 'features/admin/email/email-list',
      navigation: { label: 'Mail', Icon: Mail, order: 70, group: 'System' },
    },
    {
      area: 'admin',
      path: 'applications',
      module: 'features/admin/applications/application-list',
      navigation: { label: 'Applications', Icon: ClipboardList, order: 80, group: 'System' },
    },
    {
      area: 'admin',
      path: 'settings',
      module: 'app/pages/admin/settings',
      navigation: { label: 'Settings', Icon: Settings, order: 100, group: 'System' },
    },
    {
      area: 'admin',
      path: 'backups',
      module: 'features/admin/backups/backup-list',
      navigation: { label: 'Backups', Icon: DatabaseBackup, order: 105, group: 'System' },
    },
    {
      area: 'admin',
      path: 'health',
      module: 'features/admin/health/system-health',
      navigation: { label: 'Health', Icon: Activity, order: 110, group: 'System' },
    },
  ],
}
