import { texts } from '@exempta/contract/texts'
import { FileText, SearchX, Upload } from 'lucide-react'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'

/** The specified words, and what to do next. */
export function NoDocuments({ isNarrowed }: { isNarrowed: boolean }) {
  if (isNarrowed) {
    return (
      <EmptyState icon={<SearchX aria-hidden />} title={texts.documents.empty}>
        Try another word, or choose All Status.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<FileText aria-hidden />}
      title={texts.documents.empty}
      action={
        <LinkButton to="/user/upload">
          <Upload aria-hidden className="size-4" />
          Upload Document
        </LinkButton>
      }
    >
      You have not uploaded anything yet. Send a certificate or a card photo: we hide what must stay private,
      and you see the result here.
    </EmptyState>
  )
}
