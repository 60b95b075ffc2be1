import { LinkButton } from '../../ui/link-button.tsx'

export function SignUpCall() {
  return (
    <section aria-labelledby="sign-up" className="mx-auto max-w-[1200px] px-4 pb-16 sm:px-6 md:pb-24">
      <div className="relative isolate grid justify-items-center gap-5 overflow-hidden rounded-2xl bg-navy-950 px-6 py-14 text-center text-white ring-1 ring-white/10">
        <div aria-hidden className="hero-backdrop absolute inset-0 -z-10" />
        <h2 id="sign-up" className="text-3xl font-semibold tracking-tight text-balance">
          Ready to send your first document safely?
        </h2>
        <p className="max-w-xl text-lg text-balance text-nav-ink">
          Create an account in a minute. Your originals are never shown to anyone and are destroyed once the
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
