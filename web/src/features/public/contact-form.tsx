import { sendContactMessage } from '@exempta/contract/public'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { TrapField, useFormStamp } from '../../shared/bot-trap.tsx'
import { Button } from '../../ui/button.tsx'
import { ContractForm } from '../../ui/contract-form.tsx'
import { useFocusOnMount } from '../../ui/focus.ts'
import { FormTextarea, FormTextField } from '../../ui/form-field.tsx'

const schema = sendContactMessage.body.omit({ stamp: true })

export function ContactForm() {
  const stamp = useFormStamp()
  const [sentTo, setSentTo] = useState<string>()
  if (sentTo) return <MessageSent email={sentTo} onAnother={() => setSentTo(undefined)} />
  return (
    <ContractForm
      schema={schema}
      defaultValues={{ name: '', email: '', subject: '', message: '', website: '' }}
      submitLabel="Send Message"
      onSubmit={async (values) => {
        await call(sendContactMessage, { body: { ...values, stamp: await stamp() } })
        setSentTo(values.email)
      }}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <FormTextField name="name" label="Name" autoComplete="name" />
        <FormTextField name="email" label="Email" type="email" autoComplete="email" />
      </div>
      <FormTextField name="subject" label="Subject" autoComplete="off" />
      <FormTextarea
        name="message"
        label="Message"
        rows={6}
        hint="Please don’t include card or Social Security numbers. We hide what looks like one before we keep your message."
      />
      <TrapField />
    </ContractForm>
  )
}

function MessageSent({ email, onAnother }: { email: string; onAnother: () => void }) {
  return (
    <div ref={useFocusOnMount()} role="status" className="grid justify-items-start gap-3">
      <h3 className="text-lg font-semibold">Thank you. We’ve received your message.</h3>
      <p className="text-ink-muted [overflow-wrap:anywhere]">
        We sent a confirmation to {email}. We’ll reply to that address.
      </p>
      <Button variant="secondary" onClick={onAnother}>
        Send another message
      </Button>
    </div>
  )
}
