import { Article } from '../../ui/article.tsx'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { PublicPage } from '../../ui/public-page.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { captionsOf, posterOf, videoOf } from './recording.ts'
import type { Tutorial, TutorialSummary } from './tutorial.ts'

interface TutorialPageProps {
  tutorial: Tutorial
  next: TutorialSummary | undefined
}

export function TutorialPage({ tutorial, next }: TutorialPageProps) {
  const { kind, title, slug, minutes, summary, html } = tutorial
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
          <p className="mt-2 text-sm">{kind === 'lesson' ? `${minutes} minutes` : `${minutes} min read`}</p>
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
          <source src={videoOf(slug)} type="video/webm" />
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
