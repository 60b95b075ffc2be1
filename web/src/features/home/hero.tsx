import { Check } from 'lucide-react'
import { LinkButton } from '../../ui/link-button.tsx'
import { RedactionIllustration } from './redaction-illustration.tsx'

const promises = ['Last 4 digits only', 'CVC/CVV hidden', 'Encrypted at rest']

export function Hero() {
  return (
    <section className="relative isolate overflow-hidden bg-navy-950 text-white">
      <div aria-hidden className="hero-backdrop absolute inset-0 -z-10" />
      <div className="mx-auto grid max-w-[1200px] items-center gap-10 px-4 py-14 sm:px-6 md:py-20 lg:grid-cols-[1.05fr_1fr] lg:gap-6 lg:py-24">
        <div className="grid gap-6">
          <h1 className="text-4xl leading-[1.1] font-semibold tracking-tight text-balance sm:text-5xl lg:text-[3.5rem]">
            Secure Tax Exemption Document Handling
          </h1>
          <p className="max-w-xl text-lg leading-relaxed text-nav-ink">
            Upload exemption certificates and card photos. We cover what must stay private before anybody sees
            it, and you decide which business receives the rest.
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
