import { Building2, EyeOff, Share2 } from 'lucide-react'
import { SectionHeading } from './section-heading.tsx'

const features = [
  {
    Icon: EyeOff,
    title: 'Automatic Redaction',
    text: 'Card numbers keep their last 4 digits and the CVC/CVV is hidden. Social security, bank and license numbers are covered too, on every page.',
  },
  {
    Icon: Share2,
    title: 'Secure Document Sharing',
    text: 'Share with registered businesses or by email. See who opened what, and take access back at any time.',
  },
  {
    Icon: Building2,
    title: 'Business Integration',
    text: 'Businesses receive, verify and manage exemption documents in one place, by themselves or through our API.',
  },
]

export function KeyFeatures() {
  return (
    <section aria-labelledby="features" className="mx-auto max-w-[1200px] px-4 py-16 sm:px-6 md:py-24">
      <SectionHeading id="features" title="Key Features">
        Made for people who handle an exemption twice a year, and for those who review fifty a day.
      </SectionHeading>
      <ul className="mt-10 grid gap-5 md:grid-cols-3">
        {features.map(({ Icon, title, text }) => (
          <li key={title} className="grid content-start gap-3 rounded-card border border-line bg-surface p-6">
            <span className="inline-flex size-11 items-center justify-center rounded-card bg-accent-soft text-accent-ink">
              <Icon aria-hidden className="size-5.5" />
            </span>
            <h3 className="mt-1 text-lg font-semibold">{title}</h3>
            <p className="leading-relaxed text-ink-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
