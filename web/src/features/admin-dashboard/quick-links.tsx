import { Building2, ChartColumn, ChevronRight, MessagesSquare, Users } from 'lucide-react'
import { Link } from 'react-router'
import { Card } from '../../ui/card.tsx'

const links = [
  { to: '/admin/users', label: 'Manage Users', Icon: Users },
  { to: '/admin/businesses', label: 'Manage Businesses', Icon: Building2 },
  { to: '/admin/reports', label: 'Generate Reports', Icon: ChartColumn },
  { to: '/admin/chats', label: 'Chat Management', Icon: MessagesSquare },
]

export function QuickLinks() {
  return (
    <Card title="Quick Links" isFlush>
      <ul className="divide-y divide-line">
        {links.map(({ to, label, Icon }) => (
          <li key={to}>
            <Link
              to={to}
              prefetch="intent"
              className="flex items-center gap-3 px-5 py-3 font-medium transition-colors last:rounded-b-card hover:bg-subtle/60"
            >
              <Icon aria-hidden className="size-[18px] text-ink-muted" />
              {label}
              <ChevronRight aria-hidden className="ml-auto size-4 text-ink-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
