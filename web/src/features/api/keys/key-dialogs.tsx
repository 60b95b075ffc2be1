import { apiScopes } from '@exempta/contract/access'
import { createApiKey, requestApiAccess } from '@exempta/contract/api/keys'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { z } from 'zod'
import { call } from '../../../lib/api.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { ContractForm } from '../../../ui/contract-form.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialogs.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormTextarea, FormTextField } from '../../../ui/form-field.tsx'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/text-input.tsx'
import { toast } from '../../../ui/toast.ts'
import { lifeOptions, refreshApiAccess, scopeWords } from './api-access-words.tsx'

const linesOf = (text: string | string[]) =>
  Array.isArray(text) ? text : text.split(/[\s,]+/).filter((line) => line !== '')

function KeyFields() {
  const { register, getFieldState, formState } = useFormContext()
  const scopesError = getFieldState('scopes', formState).error?.message
  return (
    <>
      <FormTextField
        name="name"
        label="Name"
        hint="The system that uses it. Your team sees this name in document history."
        autoComplete="off"
      />
      <fieldset className="grid gap-1" aria-describedby={scopesError ? 'key-scopes-error' : undefined}>
        <legend className="mb-1 font-medium">Scopes</legend>
        {apiScopes.map((scope) => (
          <Checkbox key={scope} value={scope} {...scopeWords[scope]} {...register('scopes')} />
        ))}
        {scopesError && (
          <p id="key-scopes-error" className="text-sm text-danger-ink">
            {scopesError}
          </p>
        )}
      </fieldset>
      <Field label="Expires" isRequired={false}>
        <Select
          options={lifeOptions}
          placeholder="Never"
          {...register('expiresInDays', { setValueAs: (value) => (value ? Number(value) : null) })}
        />
      </Field>
      <Field
        label="Allowed networks"
        hint="One address or range per line. Leave empty to allow any network your business allows."
        error={rangesError(formState.errors.ranges)}
        isRequired={false}
      >
        <Textarea
          rows={3}
          spellCheck={false}
          placeholder="192.0.2.0/24"
          {...register('ranges', { setValueAs: linesOf })}
        />
      </Field>
    </>
  )
}

/** The list is one field here, so errors of any line are shown below it. */
const rangesError = (error: unknown): string | undefined =>
  Array.isArray(error)
    ? 'Please enter one address or range per line, such as 192.0.2.0/24 or 2001:db8::/32'
    : (error as { message?: string } | undefined)?.message

/** The only time that a key is on a page. */
function KeyShown({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  return (
    <div className="grid gap-4 pb-4">
      <Banner tone="warning" title="Copy the key now.">
        We won’t show it again. Anyone who has this key can use it, so keep it as safe as a password.
      </Banner>
      <div className="grid gap-2 rounded-control bg-subtle p-3">
        <code className="text-sm [overflow-wrap:anywhere] select-all">{apiKey}</code>
        <div>
          <CopyButton text={apiKey} label="Copy key" />
        </div>
      </div>
      <div className="flex justify-end">
        <Button onClick={onClose}>Done</Button>
      </div>
    </div>
  )
}

export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const [key, setKey] = useState<string>()
  async function make(body: z.output<typeof createApiKey.body>) {
    setKey((await call(createApiKey, { body })).key)
    await refreshApiAccess()
  }
  return (
    <Dialog isOpen onOpenChange={onClose} title={key ? 'API key created' : 'Create API Key'}>
      {key ? (
        <KeyShown apiKey={key} onClose={onClose} />
      ) : (
        <div className="pb-4">
          <ContractForm
            schema={createApiKey.body}
            defaultValues={{ name: '', scopes: ['read'], expiresInDays: 90, ranges: [] }}
            submitLabel="Create Key"
            onCancel={onClose}
            onSubmit={make}
          >
            <KeyFields />
          </ContractForm>
        </div>
      )}
    </Dialog>
  )
}

export function RequestDialog({ onClose }: { onClose: () => void }) {
  async function request(body: z.output<typeof requestApiAccess.body>) {
    await call(requestApiAccess, { body })
    toast.success('We’ve sent your request. We’ll notify you when it’s decided.')
    onClose()
    await refreshApiAccess()
  }
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Request API Access"
      description="An administrator will review your request."
    >
      <div className="pb-4">
        <ContractForm
          schema={requestApiAccess.body}
          defaultValues={{ purpose: '' }}
          submitLabel="Send Request"
          onCancel={onClose}
          onSubmit={request}
        >
          <FormTextarea
            name="purpose"
            label="What will you use it for?"
            hint="For example: Our ERP downloads exemption certificates and marks orders as tax-exempt."
            rows={4}
          />
        </ContractForm>
      </div>
    </Dialog>
  )
}
