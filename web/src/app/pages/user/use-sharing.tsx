import { type ReactNode, useState } from 'react'
import type { ShareStart } from '../../../features/sharing/dialog/share-dialog.tsx'
import { onDemand } from '../../../lib/on-demand.tsx'

const ShareDialog = onDemand(
  async () => (await import('../../../features/sharing/dialog/share-dialog.tsx')).ShareDialog,
)

/** The Share dialog of a page: call `share` to open it and render `dialog` in the page. */
export function useSharing(): { share: (start: ShareStart) => void; dialog: ReactNode } {
  const [start, setStart] = useState<ShareStart>()
  return {
    share: setStart,
    dialog: start && <ShareDialog {...start} onClose={() => setStart(undefined)} />,
  }
}
