import { type ReactNode, Suspense, useState } from 'react'
import { ShareDialog, type ShareStart } from '../../../features/shares/index.ts'

/** The Share dialog of a page: `share` opens it, `dialog` goes into the page. */
export function useSharing(): { share: (start: ShareStart) => void; dialog: ReactNode } {
  const [start, setStart] = useState<ShareStart>()
  return {
    share: setStart,
    dialog: start && (
      <Suspense>
        <ShareDialog {...start} onClose={() => setStart(undefined)} />
      </Suspense>
    ),
  }
}
