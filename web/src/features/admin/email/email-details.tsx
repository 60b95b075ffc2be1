import { type OutboxEmail, resendEmail } from '@exempta/contract/admin/email'
import { useMutation } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { errorText } from '../../../lib/api-error.ts'
import { queryClient, routeMutation } from '../../../lib/query.ts'
import { StatusBadge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { SlideOver } from '../../../ui/dialogs.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { RelativeTime } from '../../../ui/text.tsx'
import { toast } from '../../../ui/toast.ts'
import { EmailBody } from './email-text.tsx'

interface EmailDetailsProps {
  email: OutboxEmail
  onClose: () => void
}

/** `new-documents` becomes `New documents`. */
const kindWords = (template: string) =>
  template.charAt(0).toUpperCase() + template.slice(1).replaceAll('-', ' ')

/** One email. Its text is loaded only on request, because every reading is recorded. */
export function EmailDetails({ email: mail, onClose }: EmailDetailsProps) {
  const { id, status } = mail
  const resend = useMutation({
    ...routeMutation(resendEmail),
    onSuccess: async () => {
      toast.success('We’ll send the email again.')
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
            { label: 'Attempts', value: mail.attempts },
            ...(mail.lastError ? [{ label: 'Last error', value: mail.lastError }] : []),
          ]}
        />
        <section className="grid gap-3" aria-live="polite">
          <h2 className="font-semibold">Text</h2>
          <EmailBody email={mail} />
        </section>
      </div>
    </SlideOver>
  )
}
