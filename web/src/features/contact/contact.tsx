import { PublicPage } from '../../ui/public-page.tsx'
import { ContactDetails, type SupportDetails } from './contact-details.tsx'
import { ContactForm } from './contact-form.tsx'

export function Contact({ intro, details }: { intro: string; details: SupportDetails }) {
  return (
    <PublicPage title="Contact" intro={intro}>
      <div className="grid gap-8 lg:grid-cols-[1fr_22rem]">
        <section
          aria-labelledby="write"
          className="grid content-start gap-5 rounded-card border border-line bg-surface p-6"
        >
          <h2 id="write" className="text-xl font-semibold">
            Write to us
          </h2>
          <noscript>
            <p className="rounded-control bg-subtle px-3 py-2 text-sm">This form needs JavaScript.</p>
          </noscript>
          <ContactForm />
        </section>
        <ContactDetails details={details} />
      </div>
    </PublicPage>
  )
}
