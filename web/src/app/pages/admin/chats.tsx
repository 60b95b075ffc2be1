import { Suspense } from 'react'
import { ChatConsole } from '../../../features/chat/index.ts'
import { pageMeta } from '../../../lib/page-meta.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SectionSpinner } from '../../../ui/section-spinner.tsx'

export const meta = pageMeta('Chat Sessions')

export default function ChatsPage() {
  return (
    <Suspense
      fallback={
        <>
          <PageHeader title="Chat Sessions" />
          <SectionSpinner />
        </>
      }
    >
      <ChatConsole />
    </Suspense>
  )
}
