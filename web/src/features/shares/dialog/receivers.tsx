import type { NewShares, ShareReceiver } from '@exempta/contract/shares'
import { useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import type { z } from 'zod'
import { ReceiverField } from './receiver-field.tsx'

type Values = z.input<typeof NewShares>

/** The field of the form that holds two lists of the call: businesses by id, and addresses. */
export function Receivers({ start }: { start: readonly ShareReceiver[] }) {
  const [chosen, setChosen] = useState(start)
  const { setValue, formState } = useFormContext<Values>()
  const { field, fieldState } = useController<Values, 'businessIds'>({ name: 'businessIds' })

  function change(next: ShareReceiver[]) {
    setChosen(next)
    const shouldValidate = formState.isSubmitted
    setValue(
      'emails',
      next.flatMap((one) => (one.kind === 'email' ? [one.address] : [])),
    )
    setValue(
      'businessIds',
      next.flatMap((one) => (one.kind === 'business' ? [one.id] : [])),
      { shouldValidate },
    )
  }
  return (
    <ReceiverField
      chosen={chosen}
      onChange={change}
      error={fieldState.error?.message ?? formState.errors.emails?.message}
      ref={field.ref}
    />
  )
}
