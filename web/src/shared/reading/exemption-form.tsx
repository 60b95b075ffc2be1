import {
  asksForGovernment,
  asksForOrganization,
  confirmExemption,
  type DocumentReading,
  type Exemption,
  type FormSummary,
  governmentWords,
  listForms,
  organizationWords,
  type ReadCertificate,
  reasonWords,
} from '@exempta/contract/certificates'
import { stateNames } from '@exempta/contract/states'
import { otherIssuers, type Reason } from '@exempta/knowledge/terms'
import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { routeQuery } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { ContractForm } from '../../ui/contract-form.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDateField, FormSelect, FormTextField } from '../../ui/form-field.tsx'
import { PlainIconButton } from '../../ui/icon-button.tsx'
import { Select } from '../../ui/select.tsx'
import { ReadPlace } from './read-place.tsx'
import { issuerWords } from './reading-rows.ts'

const stateOptions = Object.entries(stateNames).map(([value, label]) => ({ value, label }))

interface ExemptionFormProps {
  reading: DocumentReading
  certificate: ReadCertificate
  stated: ReadCertificate['suggestion'] | Exemption
  onSave: (stated: z.output<typeof confirmExemption.body>) => Promise<void>
  onClose: () => void
}

/** What the certificate says, in the owner's words. What was read is filled in already. */
export function ExemptionForm({ reading, certificate, stated, onSave, onClose }: ExemptionFormProps) {
  const forms = useForms([certificate.form, reading.confirmedForm])
  const readNumber = certificate.fields.find(({ name }) => name === 'number')?.value ?? ''
  return (
    <ContractForm
      schema={confirmExemption.body}
      defaultValues={{
        form: stated.form,
        purchaser: stated.purchaser ?? '',
        seller: stated.seller ?? '',
        reason: stated.reason,
        isBlanket: stated.isBlanket,
        ...(stated.hasSignature !== null && { hasSignature: stated.hasSignature }),
        signedOn: stated.signedOn,
        expiresOn: stated.expiresOn,
        government: stated.government,
        governmentState: stated.governmentState,
        organization: stated.organization,
        states:
          stated.states.length > 0 ? stated.states : [{ state: '', number: readNumber, issuedBy: null }],
        pages: certificate.pages,
        version: reading.version,
        shown: reading.confirmed?.confirmedAt ?? null,
      }}
      submitLabel="Save and confirm"
      onCancel={onClose}
      onSubmit={async (body) => {
        await onSave(body)
        onClose()
      }}
    >
      <FormChoice forms={forms} />
      <ReadPlace name="purchaser" label="Purchaser">
        <FormTextField name="purchaser" label="Purchaser" autoComplete="off" />
      </ReadPlace>
      <ReadPlace name="seller" label="Seller">
        <FormTextField
          name="seller"
          label="Seller"
          hint="Leave this empty if the certificate names no seller."
          isRequired={false}
          autoComplete="off"
        />
      </ReadPlace>
      <StatesField />
      <ReadPlace name="reason" label="Reason">
        <ReasonField forms={forms} />
      </ReadPlace>
      <BuyerFields />
      <UseField />
      <ReadPlace name="signed-on" label="Date">
        <FormDateField name="signedOn" label="Date" hint="The date next to the signature." />
      </ReadPlace>
      <ReadPlace name="ends-on" row="expires-on" label="End date">
        <FormDateField name="expiresOn" label="Expires" hint="Only if the certificate shows an end date." />
      </ReadPlace>
      <ReadPlace name="signature" label="Signature">
        <SignatureField />
      </ReadPlace>
    </ContractForm>
  )
}

/** The forms that we know. Those that were recognized or named are there before the others have arrived. */
function useForms(atOnce: readonly (FormSummary | null)[]): FormSummary[] {
  const { data } = useQuery(routeQuery(listForms, {}))
  const all = [...atOnce, ...(data?.forms ?? [])].filter((form) => form !== null)
  return [...new Map(all.map((form) => [form.code, form])).values()]
}

const allReasons = Object.keys(reasonWords) as Reason[]
const reasonsOf = (forms: readonly FormSummary[], code: unknown) =>
  forms.find((form) => form.code === code)?.reasons ?? allReasons

function FormChoice({ forms }: { forms: readonly FormSummary[] }) {
  const { register, getValues, setValue } = useFormContext()
  const options = forms
    .map((form) => ({ value: form.code, label: formLabel(form) }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en-US'))
  return (
    <Field label="Form" hint="Its name is usually printed at the top or in a corner.">
      <Select
        placeholder="Another form"
        options={options}
        {...register('form', {
          setValueAs: (value: string | null) => value || null,
          onChange: () => {
            const { form, reason } = getValues()
            if (reason && !reasonsOf(forms, form).includes(reason)) setValue('reason', null)
          },
        })}
      />
    </Field>
  )
}

function formLabel({ states, name, title }: FormSummary): string {
  const [state, ...others] = states
  const place = state && others.length === 0 ? (stateNames[state] ?? state) : 'Several states'
  return `${place}: ${name}, ${title}`
}

function ReasonField({ forms }: { forms: readonly FormSummary[] }) {
  const form: unknown = useWatch({ name: 'form' })
  return (
    <FormSelect
      name="reason"
      label="Reason"
      isRequired={false}
      placeholder="Not stated"
      options={reasonsOf(forms, form).map((value) => ({ value, label: reasonWords[value] }))}
    />
  )
}

function StatesField() {
  const { register, getFieldState, formState } = useFormContext()
  const { fields, append, remove } = useFieldArray({ name: 'states' })
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 font-medium">States</legend>
      {fields.map(({ id }, at) => (
        <div key={id} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
          <Field
            label="State"
            error={getFieldState(`states.${at}.state`, formState).error && 'Please choose a state'}
          >
            <Select options={stateOptions} placeholder="Choose" {...register(`states.${at}.state`)} />
          </Field>
          <PlainIconButton
            label={`Remove state ${at + 1}`}
            icon={<X aria-hidden />}
            disabled={fields.length === 1}
            className="mt-7"
            onClick={() => remove(at)}
          />
          <NumberField at={at} />
          <IssuerField at={at} />
        </div>
      ))}
      <div>
        <Button
          variant="secondary"
          size="sm"
          onClick={() => append({ state: '', number: '', issuedBy: null })}
        >
          <Plus aria-hidden className="size-4" />
          Add a state
        </Button>
      </div>
    </fieldset>
  )
}

/** The number's place on the page is that of the state chosen beside it. */
function NumberField({ at }: { at: number }) {
  const state: unknown = useWatch({ name: `states.${at}.state` })
  const code = typeof state === 'string' && state !== '' ? state : undefined
  return (
    <ReadPlace name="number" row={code ? `number-${code}` : 'number'} state={code} label="Number">
      <FormTextField name={`states.${at}.number`} label="Number" isRequired={false} autoComplete="off" />
    </ReadPlace>
  )
}

const issuerOptions = [
  ...stateOptions,
  ...otherIssuers.map((value) => ({ value, label: issuerWords(value) })),
]

/** Rules differ for the numbers of other states. */
function IssuerField({ at }: { at: number }) {
  const number: unknown = useWatch({ name: `states.${at}.number` })
  if (typeof number !== 'string' || number.trim() === '') return null
  return (
    <div>
      <FormSelect
        name={`states.${at}.issuedBy`}
        label="Which state issued this number?"
        isRequired={false}
        placeholder="Not stated"
        options={issuerOptions}
      />
    </div>
  )
}

const optionsOf = <Value extends string>(words: Record<Value, string>) =>
  (Object.keys(words) as Value[]).map((value) => ({ value, label: words[value] }))

/** Laws tell apart what forms call a government or a charity. */
function BuyerFields() {
  const reason = useWatch({ name: 'reason' }) as Reason | null
  const government: unknown = useWatch({ name: 'government' })
  if (asksForOrganization(reason))
    return (
      <FormSelect
        name="organization"
        label="What kind of organization is it?"
        isRequired={false}
        placeholder="Not stated"
        options={optionsOf(organizationWords)}
      />
    )
  if (!asksForGovernment(reason)) return null
  return (
    <>
      <FormSelect
        name="government"
        label="Whose government is it?"
        isRequired={false}
        placeholder="Not stated"
        options={optionsOf(governmentWords)}
      />
      {(government === 'state' || government === 'local') && (
        <FormSelect
          name="governmentState"
          label="In which state?"
          isRequired={false}
          placeholder="Not stated"
          options={stateOptions}
        />
      )}
    </>
  )
}

function UseField() {
  const { register } = useFormContext()
  return (
    <Field label="Purchases">
      <Select
        placeholder="Not stated"
        options={[
          { value: 'true', label: 'All purchases' },
          { value: 'false', label: 'One purchase' },
        ]}
        {...register('isBlanket', { setValueAs: yesOrNo })}
      />
    </Field>
  )
}

function SignatureField() {
  const { register, getFieldState, formState } = useFormContext()
  return (
    <Field label="Signed" error={getFieldState('hasSignature', formState).error && 'Please choose Yes or No'}>
      <Select
        placeholder="Choose"
        options={[
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ]}
        {...register('hasSignature', { setValueAs: yesOrNo })}
      />
    </Field>
  )
}

const yesOrNo = (value: string | boolean | null | undefined) =>
  value === '' || value === null || value === undefined ? null : String(value) === 'true'
