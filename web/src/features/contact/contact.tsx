import { lazy, Suspense } from 'react'
import { PublicPage } from '../../ui/public-page.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { ContactDetails, type SupportDetails } from './contact-details.tsx'

// The form stands in the prerendered page; the code behind it comes after the page is shown.
const ContactForm = lazy(() => import('./contact-form.tsx'))

// One element for good: what changes around it must not reach the form before its code is there.
const form = (
  <Suspense fallback={<Spinner label="Loading…" />}>
    <ContactForm />
  </Suspense>
)

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
          {form}
        </section>
        <ContactDetails details={details} />
      </div>
    </PublicPage>
  )
}
