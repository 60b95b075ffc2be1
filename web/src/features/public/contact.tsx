import { settingDefinitions } from '@exempta/contract/admin/settings'
import { Clock, Mail, MessageCircle, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLoaderData } from 'react-router'
import { serverMarks } from '../../../server-marks.ts'
import { openChatWindow } from '../../lib/chat-window.ts'
import { classNames } from '../../lib/class-names.ts'
import { onDemand } from '../../lib/on-demand.tsx'
import { pageMeta } from '../../lib/page-meta.ts'
import { PublicPage } from '../../shared/public-page.tsx'
import { Button } from '../../ui/button.tsx'
import { usePublicSettings } from './use-public-settings.ts'

const intro = 'Send us a message or start a live chat. We read every message and reply by email.'

export const loader = () => ({
  email: settingDefinitions['support.email'].fallback,
  phone: settingDefinitions['support.phone'].fallback,
  hours: settingDefinitions['support.hours'].fallback,
})

export const meta = pageMeta('Contact', intro)

export default function ContactPage() {
  // Not from the loader: its data is in a script, which the server leaves as it is.
  const filled = { email: serverMarks.supportEmail, phone: serverMarks.supportPhone }
  return <Contact intro={intro} details={useLoaderData<typeof loader>()} filled={filled} />
}

const ContactForm = onDemand(async () => (await import('./contact-form.tsx')).ContactForm)

interface SupportDetails {
  /** Empty when there is none to show. */
  email: string
  /** Empty when there is none to show. */
  phone: string
  /** Parts are divided by commas. */
  hours: string
}

type FilledDetails = Pick<SupportDetails, 'email' | 'phone'>

const linkLook = 'rounded-sm font-medium break-all text-accent-ink underline underline-offset-4'

/** For readers without scripts. The server puts the current email and phone here; the phone may be empty. */
const FilledDetails = ({ filled: { email, phone } }: { filled: FilledDetails }) => (
  <noscript>
    <div className="grid gap-5">
      <Detail Icon={Mail} title="Email">
        <a href={`mailto:${email}`} className={linkLook}>
          {email}
        </a>
      </Detail>
      <Detail Icon={Phone} title="Phone" className="has-[p:empty]:hidden">
        <p>{phone}</p>
      </Detail>
    </div>
  </noscript>
)

function ContactDetails({ details: built, filled }: { details: SupportDetails; filled: FilledDetails }) {
  const settings = usePublicSettings()?.settings
  const email = settings ? settings['support.email'] : built.email
  const phone = settings ? settings['support.phone'] : built.phone
  const hours = settings ? settings['support.hours'] : built.hours
  return (
    <div className="grid content-start gap-5">
      <Detail Icon={MessageCircle} title="Live chat">
        <p>We answer during the hours below. Outside of them, leave a message and we’ll reply by email.</p>
        <Button className="needs-scripts mt-3" onClick={() => openChatWindow()}>
          Start Live Chat
        </Button>
      </Detail>
      <FilledDetails filled={filled} />
      {email !== '' && (
        <Detail Icon={Mail} title="Email">
          <a href={`mailto:${email}`} className={linkLook}>
            {email}
          </a>
        </Detail>
      )}
      {phone !== '' && (
        <Detail Icon={Phone} title="Phone">
          <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} className={linkLook}>
            {phone}
          </a>
        </Detail>
      )}
      <Detail Icon={Clock} title="Hours">
        <ul className="grid gap-1">
          {hours.split(', ').map((part) => (
            <li key={part}>{part}</li>
          ))}
        </ul>
      </Detail>
    </div>
  )
}

interface DetailProps {
  Icon: typeof Mail
  title: string
  className?: string
  children: ReactNode
}

function Detail({ Icon, title, className, children }: DetailProps) {
  return (
    <section className={classNames('flex gap-4 rounded-card border border-line bg-surface p-5', className)}>
      <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-card bg-accent-soft text-accent-ink">
        <Icon aria-hidden className="size-5" />
      </span>
      <div className="grid content-start justify-items-start gap-1 text-ink-muted">
        <h2 className="font-semibold text-ink">{title}</h2>
        {children}
      </div>
    </section>
  )
}

interface ContactProps {
  intro: string
  details: SupportDetails
  filled: FilledDetails
}

function Contact({ intro, details, filled }: ContactProps) {
  return (
    <PublicPage title="Contact" intro={intro}>
      <div className="grid gap-8 lg:grid-cols-[1fr_22rem]">
        <section
          aria-labelledby="write"
          className="grid content-start gap-5 rounded-card border border-line bg-surface p-6"
        >
          <h2 id="write" className="text-xl font-semibold">
            Send us a message
          </h2>
          <noscript>
            <p className="rounded-control bg-subtle px-3 py-2 text-sm">This form needs JavaScript.</p>
          </noscript>
          <ContactForm />
        </section>
        <ContactDetails details={details} filled={filled} />
      </div>
    </PublicPage>
  )
}
