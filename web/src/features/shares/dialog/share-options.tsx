import { limits } from '@exempta/contract/limits'
import type { NewShares } from '@exempta/contract/shares'
import { useFormContext, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'

type Values = z.input<typeof NewShares>

const choices = [1, 3, limits.emailShareDays, 14, 30, 90, limits.emailShareMaxDays].map((days) => ({
  value: String(days),
  label: days === 1 ? 'After 1 day' : days === 365 ? 'After a year' : `After ${days} days`,
}))

/** What receivers may do; the rules of links appear with the first address. */
export function ShareOptions() {
  const { register, getFieldState, formState } = useFormContext<Values>()
  const emails = useWatch<Values, 'emails'>({ name: 'emails' }) ?? []
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">What receivers may do</legend>
      {emails.length > 0 && (
        <div className="grid gap-3 rounded-card border border-line bg-subtle/50 p-4">
          <Field
            label="Links sent by email end"
            hint="Whoever opens one proves the address with a code that we send to it."
            error={getFieldState('expiresInDays', formState).error?.message}
          >
            <Select options={choices} {...register('expiresInDays', { valueAsNumber: true })} />
          </Field>
          <Checkbox
            label="Watermark"
            hint="The viewer's address and the time stand over every page, on screen and in downloads."
            {...register('hasWatermark')}
          />
        </div>
      )}
      <Checkbox
        label="Receivers may download the file"
        hint="Without it they can view the pages only."
        {...register('canDownload')}
      />
      <Checkbox
        label="Tell me when it is opened for the first time"
        hint="By mail, once for each receiver. Every later view is listed on the page of the document."
        {...register('tellsFirstView')}
      />
    </fieldset>
  )
}
