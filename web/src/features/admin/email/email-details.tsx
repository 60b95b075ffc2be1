import { type OutboxMail, readMail, resendMail } from '@exempta/contract/outbox'
import { useMutation } from '@tanstack/react-query'
import { MailOpen, RotateCw } from 'lucide-react'
import { errorText } from '../../../lib/api-error.ts'
import { queryClient, routeMutation } from '../../../lib/query.ts'
import { StatusBadge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { SlideOver } from '../../../ui/dialogs.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { RelativeTime } from '../../../ui/text.tsx'
import { toast } from '../../../ui/toast.ts'

interface EmailDetailsProps {
  mail: OutboxMail
  hasMailServer: boolean
  onClose: () => void
}

/** `new-documents` becomes `New documents`. */
const kindWords = (template: string) =>
  template.charAt(0).toUpperCase() + template.slice(1).replaceAll('-', ' ')

/** One email. Its text is loaded only on request, because every reading is recorded. */
export function EmailDetails({ mail, hasMailServer, onClose }: EmailDetailsProps) {
  const { id, status } = mail
  const read = useMutation(routeMutation(readMail))
  const resend = useMutation({
    ...routeMutation(resendMail),
    onSuccess: async () => {
      toast.success('The mail will be sent again.')
      await queryClient.invalidateQueries({ queryKey: ['admin', '/api/admin/mails'] })
      onClose()
    },
  })
  return (
    <SlideOver
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Mail"
      footer={
        status === 'failed' && (
          <Button isLoading={resend.isPending} onClick={() => resend.mutate({ params: { id } })}>
            <RotateCw aria-hidden className="size-4" />
            Send again
          </Button>
        )
      }
    >
      <div className="grid gap-5 p-5">
        {resend.error && <Banner tone="danger">{errorText(resend.error)}</Banner>}
        <Facts
          layout="rows"
          facts={[
            { label: 'Subject', value: mail.subject },
            { label: 'To', value: mail.recipient },
            { label: 'Status', value: <StatusBadge status={status} /> },
            { label: 'Kind', value: kindWords(mail.template) },
            { label: 'Created', value: <RelativeTime at={mail.createdAt} /> },
            { label: 'Sent', value: mail.sentAt ? <RelativeTime at={mail.sentAt} /> : 'Not sent' },
            { label: 'Tries', value: mail.attempts },
            ...(mail.lastError ? [{ label: 'Last error', value: mail.lastError }] : []),
          ]}
        />
        <section className="grid gap-3" aria-live="polite">
          <h2 className="font-semibold">Text</h2>
          {read.data ? (
            <>
              {read.data.hidesSecrets && (
                <Banner tone="info">Links and codes were left out: they belong to the receiver alone.</Banner>
              )}
              <pre className="rounded-control bg-subtle p-3 font-sans whitespace-pre-wrap [overflow-wrap:anywhere]">
                {read.data.text}
              </pre>
            </>
          ) : (
            <>
              <p className="text-ink-muted">
                {hasMailServer
                  ? 'The text is shown without its links and codes. Your reading is recorded.'
                  : 'The text may hold links and codes that open an account. Your reading is recorded.'}
              </p>
              {read.error && <Banner tone="danger">{errorText(read.error)}</Banner>}
              <Button
                variant="secondary"
                className="justify-self-start"
                isLoading={read.isPending}
                onClick={() => read.mutate({ params: { id } })}
              >
                <MailOpen aria-hidden className="size-4" />
                Show text
              </Button>
            </>
          )}
        </section>
      </div>
    </SlideOver>
  )
}
