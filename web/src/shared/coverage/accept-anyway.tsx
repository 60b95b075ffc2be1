import {
  createAcceptance,
  NewAcceptance,
  type PurchaseKind,
  purchaseKindWords,
} from '@exempta/contract/coverage'
import { stateNames } from '@exempta/contract/states'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { queryClient } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { ContractForm } from '../../ui/contract-form.tsx'
import { Dialog } from '../../ui/dialogs.tsx'
import { FormDateField, FormTextField } from '../../ui/form-field.tsx'
import { toast } from '../../ui/toast.ts'

interface AcceptAnywayProps {
  receivedId: string
  state: string
  kind: PurchaseKind
  /** What is open, in words. */
  questions: readonly string[]
  size?: 'sm' | 'lg'
}

const Decision = NewAcceptance.pick({ reason: true, until: true })

const endOfYear = () => `${new Date().getFullYear()}-12-31`

/** A manager settles what is open about a certificate, once and for everyone at the counter. */
export function AcceptAnyway({ receivedId, state, kind, questions, size = 'lg' }: AcceptAnywayProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" size={size} onClick={() => setOpen(true)}>
        Accept anyway
      </Button>
      <Dialog isOpen={isOpen} onOpenChange={setOpen} title="Accept anyway">
        <div className="grid gap-4">
          <p>
            For {purchaseKindWords[kind].toLowerCase()} in {stateNames[state] ?? state}, this is open:
          </p>
          <ul className="grid list-disc gap-1 pl-5">
            {questions.map((question) => (
              <li key={question}>{question}</li>
            ))}
          </ul>
          <p className="text-ink-muted">
            Everyone at the counter sees your name and your reason. If the certificate or a rule changes, we
            ask again.
          </p>
          <ContractForm
            schema={Decision}
            defaultValues={{ reason: '', until: endOfYear() }}
            submitLabel="Accept"
            onCancel={() => setOpen(false)}
            onSubmit={async (decision) => {
              await call(createAcceptance, { body: { receivedId, state, kind, ...decision } })
              await queryClient.invalidateQueries({ queryKey: ['coverage'] })
              toast.success(`Accepted in ${stateNames[state] ?? state}.`)
              setOpen(false)
            }}
          >
            <FormTextField
              name="reason"
              label="Why you accept it"
              hint="Such as: They aren’t registered in Washington."
            />
            <FormDateField name="until" label="Accept until" isRequired />
          </ContractForm>
        </div>
      </Dialog>
    </>
  )
}
