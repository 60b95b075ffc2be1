import type { ComponentProps, ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { Field } from './field.tsx'
import { type Option, Select } from './select.tsx'
import { PasswordInput, Textarea, TextInput } from './text-input.tsx'

interface FormFieldProps {
  name: string
  label: string
  hint?: ReactNode
  aside?: ReactNode
  isRequired?: boolean
}

function useFormField(name: string) {
  const { register, getFieldState, formState } = useFormContext()
  return { input: register(name), error: getFieldState(name, formState).error?.message }
}

/** A text field of a ContractForm, by the name of its place in the schema. */
export function FormTextField({
  name,
  label,
  hint,
  aside,
  isRequired = true,
  ...rest
}: FormFieldProps & Omit<ComponentProps<'input'>, 'name'>) {
  const { input, error } = useFormField(name)
  const Input = rest.type === 'password' ? PasswordInput : TextInput
  return (
    <Field label={label} hint={hint} aside={aside} error={error} isRequired={isRequired}>
      <Input {...rest} {...input} />
    </Field>
  )
}

export function FormTextarea({
  name,
  label,
  hint,
  aside,
  isRequired = true,
  ...rest
}: FormFieldProps & Omit<ComponentProps<'textarea'>, 'name'>) {
  const { input, error } = useFormField(name)
  return (
    <Field label={label} hint={hint} aside={aside} error={error} isRequired={isRequired}>
      <Textarea {...rest} {...input} />
    </Field>
  )
}

/** Nothing chosen is handed on as null. */
export function FormSelect({
  name,
  label,
  hint,
  isRequired = true,
  options,
  placeholder,
}: Omit<FormFieldProps, 'aside'> & { options: readonly Option[]; placeholder?: string }) {
  const { register, getFieldState, formState } = useFormContext()
  return (
    <Field
      label={label}
      hint={hint}
      error={getFieldState(name, formState).error?.message}
      isRequired={isRequired}
    >
      <Select
        options={options}
        {...(placeholder !== undefined && { placeholder })}
        {...register(name, { setValueAs: (value: string) => value || null })}
      />
    </Field>
  )
}

/** A day, by the browser's own picker. An empty one is handed on as null. */
export function FormDateField({ name, label, hint, isRequired = false }: Omit<FormFieldProps, 'aside'>) {
  const { register, getFieldState, formState } = useFormContext()
  return (
    <Field
      label={label}
      hint={hint}
      error={getFieldState(name, formState).error?.message}
      isRequired={isRequired}
    >
      <TextInput type="date" {...register(name, { setValueAs: (value: string) => value || null })} />
    </Field>
  )
}
