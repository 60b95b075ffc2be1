import { type DocumentDetails, type DocumentPage, findingKinds } from '@exempta/contract/documents'
import { useState } from 'react'
import { PagePicture } from '../../../ui/page-picture.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { refreshDocuments } from '../refresh-documents.ts'
import { HiddenOutlines } from './hidden-outlines.tsx'

/** Every page as a receiver gets it, with what is hidden outlined and named. */
export function PageGallery({ document }: { document: DocumentDetails }) {
  const [isOutlined, setOutlined] = useState(true)
  return (
    <section aria-label="Pages" className="grid gap-4">
      <div className="rounded-card border border-line bg-surface px-5 py-3">
        <Switch
          label="Outline what is hidden"
          hint="Switch it off to see exactly what a receiver sees."
          isOn={isOutlined}
          onChange={setOutlined}
        />
      </div>
      {document.pages.map((page) => (
        <figure key={page.page} className="grid gap-2">
          <PagePicture document={document} page={page} onStale={refreshDocuments}>
            {isOutlined && <HiddenOutlines findings={page.findings} />}
          </PagePicture>
          <figcaption className="text-center text-ink-muted">
            Page {page.page} of {document.pages.length} · {hiddenWords(page)}
          </figcaption>
        </figure>
      ))}
    </section>
  )
}

function hiddenWords({ findings }: DocumentPage): string {
  if (findings.length === 0) return 'nothing hidden'
  const kinds = [...new Set(findings.map(({ kind }) => findingKinds[kind]))]
  return `hidden: ${kinds.join(', ')}`
}
