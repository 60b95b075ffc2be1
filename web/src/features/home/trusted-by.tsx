import { GraduationCap, HeartPulse, Landmark, Store } from 'lucide-react'
import { SectionHeading } from './section-heading.tsx'

const partners = [
  { Icon: HeartPulse, name: 'Healthcare Partners' },
  { Icon: Store, name: 'Retail Enterprises' },
  { Icon: GraduationCap, name: 'Educational Institutions' },
  { Icon: Landmark, name: 'Government Contractors' },
]

export function TrustedBy() {
  return (
    <section aria-labelledby="trusted-by" className="mx-auto max-w-[1200px] px-4 py-16 sm:px-6 md:py-20">
      <SectionHeading id="trusted-by" title="Trusted By" />
      <ul className="mt-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {partners.map(({ Icon, name }) => (
          <li
            key={name}
            className="flex items-center gap-3 rounded-card border border-line bg-surface px-5 py-4 font-medium"
          >
            <Icon aria-hidden className="size-6 shrink-0 text-accent" />
            {name}
          </li>
        ))}
      </ul>
    </section>
  )
}
