import { pageMeta } from '../../lib/page-meta.ts'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ButtonPieces, FeedbackPieces, StructurePieces } from './basic-pieces.tsx'
import { DataPieces } from './data-pieces.tsx'
import { FormPieces } from './form-pieces.tsx'
import { OverlayPieces } from './overlay-pieces.tsx'

/** The living page of the design system: every piece in every state. Not part of the product's build. */

export const meta = pageMeta('Design system')

export default function ShowcasePage() {
  return (
    <div className="mx-auto max-w-[1200px] px-4 py-8 text-sm sm:px-6">
      <PageHeader
        title="Design system"
        description="Every piece in all its forms. Try the keyboard, the other theme and a narrow window."
        breadcrumb={<Breadcrumb crumbs={[{ label: 'Home', to: '/' }, { label: 'Development' }]} />}
      />
      <div className="grid gap-12">
        <ButtonPieces />
        <FormPieces />
        <OverlayPieces />
        <FeedbackPieces />
        <DataPieces />
        <StructurePieces />
      </div>
    </div>
  )
}
