import {
  Building2,
  Check,
  EyeOff,
  FolderCheck,
  GraduationCap,
  HeartPulse,
  Landmark,
  ReceiptText,
  ScanText,
  Share2,
  Store,
  WalletCards,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { pageMeta } from '../../lib/page-meta.ts'
import { LinkButton } from '../../ui/button.tsx'
import { RedactionIllustration } from './redaction-illustration.tsx'

export const meta = pageMeta(
  'Secure Tax Exemption Document Handling',
  'Upload tax-exemption documents and card photos. We hide private details automatically before anyone sees them.',
)

export { Home as default }

function SectionHeading({ id, title, children }: { id: string; title: string; children?: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-2xl gap-3 text-center">
      <h2 id={id} className="scroll-mt-24 text-3xl font-semibold tracking-tight text-balance">
        {title}
      </h2>
      {children && <p className="text-lg text-balance text-ink-muted">{children}</p>}
    </div>
  )
}

const promises = ['Last 4 digits only', 'CVC/CVV hidden', 'Encrypted at rest']

function Hero() {
  return (
    <section className="relative isolate overflow-hidden bg-navy-950 text-white">
      <div aria-hidden className="hero-backdrop absolute inset-0 -z-10" />
      <div className="mx-auto grid max-w-[1200px] items-center gap-10 px-4 py-14 sm:px-6 md:py-20 lg:grid-cols-[1.05fr_1fr] lg:gap-6 lg:py-24">
        <div className="grid gap-6">
          <h1 className="text-4xl leading-[1.1] font-semibold tracking-tight text-balance sm:text-5xl lg:text-[3.5rem]">
            Secure Tax Exemption Document Handling
          </h1>
          <p className="max-w-xl text-lg leading-relaxed text-nav-ink">
            Upload exemption certificates and card photos. We hide private details before anyone sees them.
            The businesses you choose see whether your purchase is tax-exempt.
          </p>
          <div className="flex flex-col gap-3 sm:flex-row">
            <LinkButton to="/register" size="lg" className="hero-action">
              Get Started
            </LinkButton>
            <LinkButton to="/register?type=business" size="lg" variant="contrast">
              Business Sign Up
            </LinkButton>
          </div>
          <ul className="flex flex-wrap gap-x-6 gap-y-2 text-sm text-nav-ink">
            {promises.map((promise) => (
              <li key={promise} className="flex items-center gap-2">
                <Check aria-hidden className="size-4 text-teal-500" strokeWidth={3} />
                {promise}
              </li>
            ))}
          </ul>
        </div>
        <RedactionIllustration className="mx-auto h-auto w-full max-w-[520px]" />
      </div>
    </section>
  )
}

const steps = [
  {
    title: 'Upload',
    text: 'Drop a PDF, JPG or PNG up to 10 MB, or take a photo with your phone.',
  },
  {
    title: 'Check what’s hidden',
    text: 'We hide private details, label each one and show what we read. Black out more if you like. What’s hidden stays hidden.',
  },
  {
    title: 'Share',
    text: 'Choose the businesses or email addresses that can see it. They see exactly what you saw.',
  },
]

function HowItWorks() {
  return (
    <section aria-labelledby="how-it-works" className="border-y border-line bg-surface">
      <div className="mx-auto max-w-[1200px] px-4 py-16 sm:px-6 md:py-24">
        <SectionHeading id="how-it-works" title="How It Works">
          Three steps. A few minutes.
        </SectionHeading>
        <ol className="mt-12 grid gap-10 md:grid-cols-3 md:gap-8">
          {steps.map((step, index) => (
            <li key={step.title} className="relative grid content-start gap-3 pl-16 md:pl-0">
              {index < steps.length - 1 && (
                <span
                  aria-hidden
                  className="absolute max-md:top-12 max-md:bottom-[-2.5rem] max-md:left-[21px] max-md:w-px max-md:bg-line md:top-[21px] md:right-[-1rem] md:left-[3.75rem] md:h-px md:bg-line"
                />
              )}
              <span className="inline-flex size-11 items-center justify-center rounded-full bg-navy-900 text-lg font-semibold text-white tabular-nums ring-1 ring-line max-md:absolute max-md:top-0 max-md:left-0">
                {index + 1}
              </span>
              <h3 className="mt-1 text-lg font-semibold">{step.title}</h3>
              <p className="leading-relaxed text-ink-muted">{step.text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

const forBusinesses = [
  'Request certificates by email or with a QR code. Customers answer from their phone, without an account.',
  'Verify or reject each document with one key, and give a reason. The owner is notified right away.',
  'Your cashiers see in green, amber or red whether to charge sales tax, and save the answer as a receipt.',
  'When an audit comes, make a signed binder with every certificate and receipt.',
  'Invite your team, limit which networks they can log in from, and connect your order system through our API.',
]

function ForBusinesses() {
  return (
    <section aria-labelledby="for-businesses" className="border-y border-line bg-surface">
      <div className="mx-auto grid max-w-[1200px] gap-8 px-4 py-16 sm:px-6 md:grid-cols-[1fr_1.4fr] md:py-20">
        <div className="grid content-start justify-items-start gap-5">
          <h2 id="for-businesses" className="scroll-mt-24 text-3xl font-semibold tracking-tight text-balance">
            For businesses
          </h2>
          <p className="text-lg text-ink-muted">Stop chasing certificates by email.</p>
          <div className="flex flex-wrap gap-3">
            <LinkButton to="/register?type=business">Create a business account</LinkButton>
            <LinkButton to="/developers" variant="secondary">
              API quick start
            </LinkButton>
          </div>
        </div>
        <ul className="grid gap-4">
          {forBusinesses.map((text) => (
            <li key={text} className="flex gap-3 leading-relaxed text-ink-muted">
              <Check aria-hidden className="mt-1 size-5 shrink-0 text-accent-ink" />
              {text}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

const features = [
  {
    Icon: EyeOff,
    title: 'Automatic Redaction',
    text: 'We show only the last 4 digits of a card and hide the CVC/CVV. We look for Social Security, bank and license numbers on every page and hide them. If we aren’t sure, you decide.',
  },
  {
    Icon: Share2,
    title: 'Secure Document Sharing',
    text: 'Share with registered businesses or by email. See who opened what, and stop sharing at any time.',
  },
  {
    Icon: Building2,
    title: 'Business Integration',
    text: 'Businesses receive, verify and manage exemption documents in one place, or connect their own systems through our API.',
  },
]

function KeyFeatures() {
  return (
    <section aria-labelledby="features" className="mx-auto max-w-[1200px] px-4 py-16 sm:px-6 md:py-24">
      <SectionHeading id="features" title="Key Features">
        For people who handle an exemption twice a year, and for teams that review fifty a day.
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

const understanding = [
  {
    Icon: ScanText,
    title: 'Reads certificates',
    text: 'We recognize the form, read its name, number and dates, and mark where each value is. You confirm them with one click.',
  },
  {
    Icon: ReceiptText,
    title: 'Answers at the counter',
    text: 'Is this purchase tax-exempt, here and today? Cashiers and order systems get the answer, with the state’s published rule.',
  },
  {
    Icon: WalletCards,
    title: 'Keeps them current',
    text: 'Your wallet shows what’s good in which state. We remind you before a certificate expires, and one upload renews it everywhere.',
  },
  {
    Icon: FolderCheck,
    title: 'Holds up in an audit',
    text: 'Each answer can be saved as a receipt. For an audit, a signed binder holds what the seller relied on.',
  },
]

function Understanding() {
  return (
    <section aria-labelledby="understanding" className="mx-auto max-w-[1200px] px-4 py-16 sm:px-6 md:py-24">
      <SectionHeading id="understanding" title="Know what each certificate is good for">
        Exempta recognizes state forms, reads names, numbers and dates, and checks them against the rules that
        states publish.
      </SectionHeading>
      <div className="mt-10 grid items-center gap-10 lg:grid-cols-[1.1fr_1fr]">
        <img
          src="/media/guides/counter.webp"
          alt="The Counter page: the customer’s certificate is good in this state, with the rule and a button to save the receipt"
          width={1280}
          height={800}
          loading="lazy"
          className="h-auto w-full rounded-card border border-line"
        />
        <ul className="grid gap-6 sm:grid-cols-2">
          {understanding.map(({ Icon, title, text }) => (
            <li key={title} className="grid content-start gap-2">
              <Icon aria-hidden className="size-6 text-accent" />
              <h3 className="font-semibold">{title}</h3>
              <p className="leading-relaxed text-ink-muted">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

const partners = [
  { Icon: HeartPulse, name: 'Healthcare Partners' },
  { Icon: Store, name: 'Retail Enterprises' },
  { Icon: GraduationCap, name: 'Educational Institutions' },
  { Icon: Landmark, name: 'Government Contractors' },
]

function TrustedBy() {
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

function SignUpCall() {
  return (
    <section aria-labelledby="sign-up" className="mx-auto max-w-[1200px] px-4 pb-16 sm:px-6 md:pb-24">
      <div className="relative isolate grid justify-items-center gap-5 overflow-hidden rounded-2xl bg-navy-950 px-6 py-14 text-center text-white ring-1 ring-white/10">
        <div aria-hidden className="hero-backdrop absolute inset-0 -z-10" />
        <h2 id="sign-up" className="text-3xl font-semibold tracking-tight text-balance">
          Ready to send your first document safely?
        </h2>
        <p className="max-w-xl text-lg text-balance text-nav-ink">
          Create an account in a minute. No one ever sees your originals. We destroy them as soon as the
          redacted copy is verified.
        </p>
        <div className="mt-2 flex w-full flex-col justify-center gap-3 sm:flex-row">
          <LinkButton to="/register" size="lg" className="hero-action">
            Create your account
          </LinkButton>
          <LinkButton to="/security" size="lg" variant="contrast">
            How we protect you
          </LinkButton>
        </div>
      </div>
    </section>
  )
}

function Home() {
  return (
    <>
      <Hero />
      <KeyFeatures />
      <ForBusinesses />
      <Understanding />
      <HowItWorks />
      <TrustedBy />
      <SignUpCall />
    </>
  )
}
