import type { DocumentDetails } from '@exempta/contract/documents'
import { sendCorrection } from '@exempta/contract/documents/files'
import { useMutation } from '@tanstack/react-query'
import { errorText } from '../../../lib/api-error.ts'
import { queryClient, routeMutation } from '../../../lib/query.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextLink } from '../../../ui/text.tsx'
import { toast } from '../../../ui/toast.ts'

interface SendCorrectionProps {
  document: DocumentDetails
  replaces: NonNullable<DocumentDetails['replaces']>
  /** A new version is being made: it's sent when its owner has seen that. */
  isChanging: boolean
}

/** A corrected version above its pages: the owner looks at what is hidden, then sends it. */
export function SendCorrection({
  document: { id, name, version },
  replaces,
  isChanging,
}: SendCorrectionProps) {
  const send = useMutation({
    ...routeMutation(sendCorrection),
    onSuccess: ({ sent, kept }) => {
      if (sent > 0) toast.success(`${name} replaced ${replaces.document.name}.`)
      for (const reason of kept) toast.info(reason)
    },
    onError: (error) => toast.error(errorText(error)),
    onSettled: () =>
      Promise.all(
        ['documents', 'shares'].map((topic) => queryClient.invalidateQueries({ queryKey: [topic] })),
      ),
  })
  const who = namesInWords(replaces.waiting)
  return (
    <Banner
      title="Look at the result, then send it"
      action={
        <Button
          size="sm"
          isLoading={send.isPending}
          disabled={isChanging}
          onClick={() => send.mutate({ params: { id }, body: { version } })}
        >
          {replaces.waiting.length === 1 ? `Send to ${who}` : `Send to ${replaces.waiting.length} recipients`}
        </Button>
      }
    >
      This is what {who} will see. It replaces{' '}
      <TextLink to={`/user/documents/${replaces.document.id}`}>{replaces.document.name}</TextLink>, and the
      review starts over.
    </Banner>
  )
}

const listFormat = new Intl.ListFormat('en-US', { type: 'conjunction' })
export const namesInWords = (names: readonly string[]) => listFormat.format(names)
