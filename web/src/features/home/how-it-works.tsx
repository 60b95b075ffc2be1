import { SectionHeading } from './section-heading.tsx'

const steps = [
  {
    title: 'Upload',
    text: 'Drop a PDF, JPG or PNG, or take a photo with your phone. Files up to 10 MB are welcome.',
  },
  {
    title: 'Check what is hidden',
    text: 'We cover private details and show you each box by name. Black out more if you like; nothing hidden comes back.',
  },
  {
    title: 'Share',
    text: 'Choose the businesses or email addresses that may see it. They get exactly the picture you saw.',
  },
]

export function HowItWorks() {
  return (
    <section aria-labelledby="how-it-works" className="border-y border-line bg-surface">
      <div className="mx-auto max-w-[1200px] px-4 py-16 sm:px-6 md:py-24">
        <SectionHeading id="how-it-works" title="How It Works">
          Three steps, a few minutes.
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
