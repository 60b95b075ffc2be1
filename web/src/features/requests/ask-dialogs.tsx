import { listLocations } from '@exempta/contract/coverage'
import {
  type CertificateRequest,
  createRequest,
  NewRequest,
  openStandingRequest,
} from '@exempta/contract/requests'
import { stateNames } from '@exempta/contract/states'
import { useQuery } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { call } from '../../lib/api.ts'
import { errorText } from '../../lib/api-error.ts'
import { routeQuery } from '../../lib/query.ts'
import { useMembership } from '../../lib/roles.ts'
import { RequestCode } from '../../shared/request-code.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ContractForm } from '../../ui/contract-form.tsx'
import { Dialog } from '../../ui/dialogs.tsx'
import { FormSelect, FormTextarea, FormTextField } from '../../ui/form-field.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { FailedState } from '../../ui/page-states.tsx'
import { TextLink } from '../../ui/text.tsx'
import { toast } from '../../ui/toast.ts'
import { refreshRequests } from './refresh.ts'

const stateOptions = Object.entries(stateNames).map(([value, label]) => ({ value, label }))

interface AskDialogProps {
  onClose: () => void
}

/** By email, or with a link whose QR code is shown at once. */
export function AskOneCustomer({ onClose }: AskDialogProps) {
  const [made, setMade] = useState<CertificateRequest>()
  return (
    <Dialog isOpen onOpenChange={onClose} title="Ask a customer">
      {made ? (
        <RequestCode request={made} />
      ) : (
        <AskForm
          onCancel={onClose}
          onMade={(request) => {
            if (request.kind === 'link') return setMade(request)
            toast.success(emailedText(request))
            onClose()
          }}
        />
      )}
    </Dialog>
  )
}

/** Without a mail server, nothing leaves. */
const emailedText = ({ status, email }: CertificateRequest) =>
  status === 'kept'
    ? `We kept the request to ${email}. It isn’t sent, because no mail server is set up.`
    : `We’re sending the request to ${email}.`

function AskForm({
  onMade,
  onCancel,
}: {
  onMade: (request: CertificateRequest) => void
  onCancel: () => void
}) {
  const { isManager } = useMembership()
  return (
    <ContractForm
      schema={NewRequest}
      defaultValues={{
        email: '',
        customerName: '',
        customerReference: '',
        state: '',
        message: '',
        isCopied: false,
      }}
      submitLabel="Ask"
      onCancel={onCancel}
      onSubmit={async (body) => {
        const request = await call(createRequest, { body })
        await refreshRequests()
        onMade(request)
      }}
    >
      {isManager && (
        <FormTextField
          name="email"
          label="Email Address"
          type="email"
          isRequired={false}
          hint="Leave this empty to get a link and a QR code instead."
          autoComplete="off"
        />
      )}
      <FormTextField name="customerName" label="Customer" isRequired={false} autoComplete="off" />
      <FormTextField
        name="customerReference"
        label="Your customer number"
        isRequired={false}
        autoComplete="off"
      />
      <FormSelect
        name="state"
        label="State"
        isRequired={false}
        placeholder="Any state"
        options={stateOptions}
      />
      <FormTextarea
        name="message"
        label="Message"
        isRequired={false}
        hint="We add: If your purchases are exempt, send your certificate. If they aren’t, let us know and we won’t ask again."
      />
      {isManager && <CopyChoice />}
    </ContractForm>
  )
}

/** Only an email has something to copy. */
function CopyChoice() {
  const { register, watch } = useFormContext<{ email: string; isCopied: boolean }>()
  if (watch('email').trim() === '') return null
  return <Checkbox label="Email me a copy" {...register('isCopied')} />
}

export function RequestCodeDialog({
  request,
  title,
  onClose,
}: AskDialogProps & { request: CertificateRequest; title: string }) {
  return (
    <Dialog isOpen onOpenChange={onClose} title={title}>
      <RequestCode request={request} />
    </Dialog>
  )
}

/** The code of a location stays the same, so that it can be printed and put up. */
export function CounterCode({ onClose }: AskDialogProps) {
  const [request, setRequest] = useState<CertificateRequest>()
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={request ? `Counter: ${request.location ?? ''}` : 'QR code for the counter'}
    >
      {request ? <RequestCode request={request} /> : <ChooseLocation onChosen={setRequest} />}
    </Dialog>
  )
}

function ChooseLocation({ onChosen }: { onChosen: (request: CertificateRequest) => void }) {
  const { data, error, refetch } = useQuery(routeQuery(listLocations, {}))
  const [opening, setOpening] = useState<string>()

  async function open(id: string) {
    setOpening(id)
    try {
      onChosen(await call(openStandingRequest, { params: { id } }))
      await refreshRequests()
    } catch (trouble) {
      toast.error(errorText(trouble))
    } finally {
      setOpening(undefined)
    }
  }

  if (error) return <FailedState message={errorText(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-16" label="Loading locations" />
  if (data.items.length === 0) {
    return (
      <p>
        You have no locations yet. Add one in your{' '}
        <TextLink to="/business/profile">business profile</TextLink>.
      </p>
    )
  }
  return (
    <div className="grid gap-2">
      <p>Which counter is the code for?</p>
      {data.items.map(({ id, name, state }) => (
        <Button key={id} variant="secondary" isLoading={opening === id} onClick={() => void open(id)}>
          <MapPin aria-hidden className="size-4" />
          {name}, {state}
        </Button>
      ))}
    </div>
  )
}
