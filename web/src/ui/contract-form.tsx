import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  FormProvider,
  type Path,
  useForm,
  useFormState,
} from 'react-hook-form'
import type { z } from 'zod'
import { ApiError, errorText, failureText } from '../lib/api-error.ts'
import { useIsHydrated } from '../lib/hooks.ts'
import { Banner } from './banner.tsx'
import { Button, type ButtonVariant } from './button.tsx'
import { keepFocus } from './focus.ts'

interface ContractFormProps<In extends FieldValues, Out> {
  /** The same schema the server checks with. */
  schema: z.ZodType<Out, In>
  defaultValues: DefaultValues<In>
  onSubmit: (values: Out) => Promise<unknown>
  submitLabel: string
  /** Shown unless the server refused with words of its own. */
  failedText?: string
  /** What helps against a failure, shown beside its words. */
  failureAction?: (error: unknown) => ReactNode
  submitClassName?: string
  submitVariant?: ButtonVariant
  /** Adds a Cancel button; in a dialog or in a page's edit mode. */
  onCancel?: () => void
  /** Without them, the form only keeps what was typed. */
  hasActions?: boolean
  /** Other ways to go on, below the button. */
  afterActions?: ReactNode
  children: ReactNode
}

/**
 * A form on a contract's schema: checked on blur and on submit, wrong fields named beside themselves and summed up
 * above, first wrong field focused, input kept when the call fails, one submit at a time.
 */
export function ContractForm<In extends FieldValues, Out>({
  schema,
  defaultValues,
  onSubmit,
  submitLabel,
  failedText,
  failureAction,
  submitClassName,
  submitVariant,
  onCancel,
  hasActions = true,
  afterActions,
  children,
}: ContractFormProps<In, Out>) {
  const form = useForm<In, unknown, Out>({ resolver: zodResolver(schema), defaultValues, mode: 'onBlur' })
  const [failure, setFailure] = useState<Failure>()
  const isSending = useRef(false)
  // Pressed before, the browser itself would send the form, and could put a password into the address.
  const isReady = useIsHydrated()

  async function submit(values: Out) {
    if (isSending.current) return
    isSending.current = true
    setFailure(undefined)
    try {
      await onSubmit(values)
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : []
      const action = failureAction?.(error)
      fields.forEach((field, index) => {
        const shouldFocus = index === 0 && !action
        form.setError(field.path as Path<In>, { message: field.message }, { shouldFocus })
      })
      const text = failedText === undefined ? errorText(error) : failureText(error, failedText)
      setFailure({ text, action, isOfFields: fields.length > 0 })
    } finally {
      isSending.current = false
    }
  }

  return (
    <FormProvider {...form}>
      <form
        noValidate
        method="post"
        className="grid gap-5"
        // What the server said was about what was sent; it doesn't stay beside what is typed now.
        onInput={() => setFailure(undefined)}
        onSubmit={(event) => void form.handleSubmit(submit, () => setFailure(undefined))(event)}
      >
        <FormSummary failure={failure} />
        {children}
        <div
          data-form-actions
          hidden={!hasActions}
          className={onCancel ? 'flex flex-col-reverse gap-2 sm:flex-row sm:justify-end' : 'contents'}
        >
          {onCancel && (
            <Button variant="secondary" {...keepFocus} onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Button
            type="submit"
            disabled={!isReady}
            {...keepFocus}
            variant={submitVariant ?? 'primary'}
            isLoading={form.formState.isSubmitting}
            className={submitClassName}
          >
            {submitLabel}
          </Button>
        </div>
        {afterActions}
      </form>
    </FormProvider>
  )
}

interface Failure {
  text: string
  action: ReactNode
  /** It concerns fields, the first of which is where to go on. */
  isOfFields: boolean
}

/** Fields can be in sections, such as `session.idleMinutes`. */
const messagesIn = (errors: object): string[] =>
  Object.values(errors).flatMap((error: unknown) => {
    if (typeof error !== 'object' || error === null) return []
    if ('type' in error) return 'message' in error && error.message ? [String(error.message)] : []
    return messagesIn(error)
  })

function FormSummary({ failure }: { failure: Failure | undefined }) {
  const { errors, submitCount } = useFormState()
  const banner = useRef<HTMLDivElement>(null)
  const messages = [...new Set(messagesIn(errors))]
  const wrongSubmit = messages.length > 0 ? submitCount : 0
  // What went wrong is always in view: the first wrong field, or the words about the form as a whole. Either may have
  // been scrolled out of sight.
  useEffect(() => {
    if (failure && (failure.action || !failure.isOfFields)) banner.current?.focus()
    else if (wrongSubmit === 0) return
    document.activeElement?.scrollIntoView({ block: 'nearest' })
  }, [failure, wrongSubmit])
  if (failure) {
    return (
      <Banner ref={banner} tone="danger" action={failure.action}>
        {failure.text}
      </Banner>
    )
  }
  if (wrongSubmit === 0) return null
  return (
    <Banner tone="danger" title="Please check the marked fields.">
      <ul className="list-disc pl-4">
        {messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </Banner>
  )
}
