import { Article, PublicPage } from '../../shared/public-page.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { usePublicSettings } from './use-public-settings.ts'

interface Figures {
  users: string
  documents: string
  uptime: string
  support: string
}

const labels: Record<keyof Figures, string> = {
  users: 'Users',
  documents: 'Documents',
  uptime: 'Uptime',
  support: 'Support',
}

function AboutFigures({ figures: built }: { figures: Figures }) {
  const figures = usePublicSettings()?.about ?? built
  return (
    <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      {(Object.keys(labels) as (keyof Figures)[]).map((name) => (
        <div
          key={name}
          className="flex flex-col-reverse gap-1 rounded-card border border-line bg-surface p-6 text-center"
        >
          <dt className="text-ink-muted">{labels[name]}</dt>
          <dd className="text-3xl font-semibold tracking-tight text-accent-ink tabular-nums">
            {figures[name]}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const teams = [
  {
    name: 'Engineering',
    text: 'Builds and runs the product and the redaction engine. We test every change before it touches a document.',
  },
  {
    name: 'Security',
    text: 'Tries to break the product before anyone else does, and makes sure we only claim what’s true.',
  },
  {
    name: 'Customer Success',
    text: 'Answers your questions, helps businesses and their teams get started, and tells the rest of us what’s hard to use.',
  },
]

interface AboutProps {
  title: string
  intro: string
  html: string
  figures: Figures
}

export function About({ title, intro, html, figures }: AboutProps) {
  return (
    <PublicPage title={title} intro={intro}>
      <section aria-label="Exempta in figures">
        <AboutFigures figures={figures} />
      </section>
      <Article html={html} className="max-w-[75ch]" />
      <section aria-labelledby="team" className="grid gap-5">
        <h2 id="team" className="text-2xl font-semibold tracking-tight">
          Our team
        </h2>
        <ul className="grid gap-5 md:grid-cols-3">
          {teams.map(({ name, text }) => (
            <li
              key={name}
              className="grid content-start gap-2 rounded-card border border-line bg-surface p-6"
            >
              <h3 className="text-lg font-semibold">{name}</h3>
              <p className="leading-relaxed text-ink-muted">{text}</p>
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap items-center gap-4">
          <LinkButton to="/careers">Join our team</LinkButton>
        </div>
      </section>
    </PublicPage>
  )
}
