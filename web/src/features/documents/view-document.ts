import { createViewLink } from '@exempta/contract/document-files'
import { call } from '../../lib/api.ts'
import { viewFailure } from '../../ui/document-failures.ts'
import { toast } from '../../ui/toast.ts'

/** Opens the redacted file by a signed link in a new tab, or tells why not. */
export async function viewDocument(id: string): Promise<void> {
  // Before the call: browsers block a tab that opens long after the press.
  const tab = window.open('', '_blank')
  if (tab) tab.opener = null
  try {
    const { url } = await call(createViewLink, { params: { id } })
    if (tab) tab.location.replace(url)
    else {
      const open = () => void window.open(url, '_blank', 'noopener')
      toast.info('Your browser blocked the new tab.', { label: 'Open it', onClick: open })
    }
  } catch (error) {
    tab?.close()
    toast.error(viewFailure(error))
  }
}
