import { BookOpen, Play } from 'lucide-react'
import { Link } from 'react-router'
import { Article, PublicPage } from '../../shared/public-page.tsx'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { TextLink } from '../../ui/text.tsx'

interface TutorialSummary {
  slug: string
  title: string
  kind: 'lesson' | 'guide'
  minutes: number
  /** How long the video of a lesson is: `29 seconds`. */
  video?: string | undefined
  summary: string
}

interface Tutorial extends TutorialSummary {
  html: string
}

/** Files that `npm run media` makes of each lesson. */
const folder = '/media/lessons'

const posterOf = (slug: string) => `${folder}/${slug}.webp`
const videoOf = (slug: string, format: 'mp4' | 'webm') => `${folder}/${slug}.${format}`
const captionsOf = (slug: string) => `${folder}/${slug}.vtt`

/** A lesson's minutes are those of the whole lesson, most of which is trying it out. */
const lengthInWords = ({ kind, minutes, video }: TutorialSummary) =>
  kind === 'guide' ? `${minutes} min read` : `${minutes} minutes${video ? ` · video ${video}` : ''}`

export function Tutorials({ tutorials, intro }: { tutorials: readonly TutorialSummary[]; intro: string }) {
  const lessons = tutorials.filter(({ kind }) => kind === 'lesson')
  const guides = tutorials.filter(({ kind }) => kind === 'guide')
  return (
    <PublicPage title="Tutorials" intro={intro}>
      <section aria-labelledby="lessons" className="grid gap-5">
        <h2 id="lessons" className="text-2xl font-semibold tracking-tight">
          Video lessons
        </h2>
        <ul className="grid gap-5 md:grid-cols-3">
          {lessons.map((lesson) => (
            <li
              key={lesson.slug}
              className="relative overflow-hidden rounded-card border border-line bg-surface hover:border-line-strong"
            >
              <div className="relative">
                <img
                  src={posterOf(lesson.slug)}
                  alt=""
                  width={1280}
                  height={800}
                  className="h-auto w-full border-b border-line"
                />
                <span className="absolute inset-0 grid place-items-center">
                  <span className="inline-flex size-14 items-center justify-center rounded-full bg-navy-950/85 text-white">
                    <Play aria-hidden className="size-6 translate-x-0.5 fill-current" />
                  </span>
                </span>
              </div>
              <div className="grid gap-2 p-5">
                <h3 className="text-lg font-semibold">
                  <TutorialLink {...lesson} />
                </h3>
                <p className="leading-relaxed text-ink-muted">{lesson.summary}</p>
                <p className="text-sm text-ink-muted">{lengthInWords(lesson)}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="guides" className="grid gap-5">
        <h2 id="guides" className="text-2xl font-semibold tracking-tight">
          Written guides
        </h2>
        <ul className="grid gap-5 sm:grid-cols-2">
          {guides.map((guide) => (
            <li
              key={guide.slug}
              className="relative flex gap-4 rounded-card border border-line bg-surface p-5 hover:border-line-strong"
            >
              <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-card bg-accent-soft text-accent-ink">
                <BookOpen aria-hidden className="size-5" />
              </span>
              <div className="grid content-start gap-1">
                <h3 className="text-lg font-semibold">
                  <TutorialLink {...guide} />
                </h3>
                <p className="leading-relaxed text-ink-muted">{guide.summary}</p>
                <p className="text-sm text-ink-muted">{lengthInWords(guide)}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>
    </PublicPage>
  )
}

const TutorialLink = ({ slug, title }: TutorialSummary) => (
  <Link
    to={`/tutorials/${slug}`}
    prefetch="intent"
    className="rounded-sm after:absolute after:inset-0 hover:underline"
  >
    {title}
  </Link>
)

interface TutorialPageProps {
  tutorial: Tutorial
  next: TutorialSummary | undefined
}

export function TutorialPage({ tutorial, next }: TutorialPageProps) {
  const { kind, title, slug, summary, html } = tutorial
  return (
    <PublicPage
      width="text"
      title={title}
      above={
        <Breadcrumb
          crumbs={[
            { label: 'Tutorials', to: '/tutorials' },
            { label: kind === 'lesson' ? 'Video lesson' : 'Written guide' },
          ]}
        />
      }
      intro={
        <>
          <p>{summary}</p>
          <p className="mt-2 text-sm">{lengthInWords(tutorial)}</p>
        </>
      }
    >
      {kind === 'lesson' && (
        <video
          controls
          playsInline
          preload="none"
          poster={posterOf(slug)}
          width={1280}
          height={800}
          aria-label={`Recording: ${title}`}
          className="h-auto w-full rounded-card border border-line bg-navy-950"
        >
          <source src={videoOf(slug, 'webm')} type="video/webm" />
          <source src={videoOf(slug, 'mp4')} type="video/mp4" />
          <track kind="captions" src={captionsOf(slug)} srcLang="en" label="English" default />
        </video>
      )}
      <Article html={html} />
      <nav
        aria-label="More tutorials"
        className="flex flex-wrap justify-between gap-3 border-t border-line pt-6"
      >
        <TextLink to="/tutorials">All tutorials</TextLink>
        {next && <TextLink to={`/tutorials/${next.slug}`}>Next: {next.title}</TextLink>}
      </nav>
    </PublicPage>
  )
}
