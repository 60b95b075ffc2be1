import { BookOpen, CircleQuestionMark, LifeBuoy } from 'lucide-react'
import { Link } from 'react-router'

const cards = [
  {
    to: '/tutorials',
    Icon: BookOpen,
    title: 'Documentation',
    text: 'Lessons to watch and guides to follow, step by step.',
  },
  { to: '#faqs', Icon: CircleQuestionMark, title: 'FAQs', text: 'Short answers to what people ask most.' },
  {
    to: '/contact',
    Icon: LifeBuoy,
    title: 'Contact Support',
    text: 'Write to us, or chat with a person.',
  },
]

export function HelpCards() {
  return (
    <ul className="grid gap-5 md:grid-cols-3">
      {cards.map(({ to, Icon, title, text }) => (
        <li
          key={to}
          className="relative grid content-start gap-2 rounded-card border border-line bg-surface p-6 hover:border-line-strong"
        >
          <span className="inline-flex size-11 items-center justify-center rounded-card bg-accent-soft text-accent-ink">
            <Icon aria-hidden className="size-5.5" />
          </span>
          <h2 className="mt-1 text-lg font-semibold">
            <Link to={to} className="rounded-sm after:absolute after:inset-0 hover:underline">
              {title}
            </Link>
          </h2>
          <p className="text-ink-muted">{text}</p>
        </li>
      ))}
    </ul>
  )
}
