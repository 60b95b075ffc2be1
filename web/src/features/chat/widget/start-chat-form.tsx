import { type ChatThread, startGuestChat } from '@exempta/contract/chat'
import { call } from '../../../lib/api.ts'
import { ContractForm } from '../../../ui/contract-form.tsx'
import { FormTextField } from '../../../ui/form-field.tsx'
import { TrapField } from '../../../ui/trap-field.tsx'

export default function StartChatForm({ onStarted }: { onStarted: (thread: ChatThread) => void }) {
  return (
    <div className="grid min-h-0 flex-1 content-start gap-4 overflow-y-auto p-5">
      <p className="text-sm text-ink-muted">
        Tell us who you are. If we are not here right now, we answer by mail.
      </p>
      <ContractForm
        schema={startGuestChat.body}
        defaultValues={{ name: '', email: '', website: '' }}
        submitLabel="Start Chat"
        onSubmit={async (body) => onStarted((await call(startGuestChat, { body })).thread)}
      >
        <FormTextField name="name" label="Name" autoComplete="name" />
        <FormTextField name="email" label="Email" type="email" autoComplete="email" />
        <TrapField />
      </ContractForm>
    </div>
  )
}
