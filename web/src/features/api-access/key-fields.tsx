import { apiScopes } from '@exempta/contract/access'
import { useFormContext } from 'react-hook-form'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { FormTextField } from '../../ui/form-field.tsx'
import { Select } from '../../ui/select.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { lifeOptions, scopeWords } from './words.ts'

const linesOf = (text: string | string[]) =>
  Array.isArray(text) ? text : text.split(/[\s,]+/).filter((line) => line !== '')

export function KeyFields() {
  const { register, getFieldState, formState } = useFormContext()
  const scopesError = getFieldState('scopes', formState).error?.message
  return (
    <>
      <FormTextField
        name="name"
        label="Name"
        hint="The program that uses it. Your team sees it in the history of documents."
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
        hint="One address or range in each line. Empty: from everywhere your business may be used."
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

/** The list is one field here: what is wrong with any of its lines is said below it. */
const rangesError = (error: unknown): string | undefined =>
  Array.isArray(error)
    ? 'Please enter an address or a range such as 192.0.2.0/24 or 2001:db8::/32 in each line'
    : (error as { message?: string } | undefined)?.message
