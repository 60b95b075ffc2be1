import { useFormContext } from 'react-hook-form'

/** A field that people neither see nor reach: what fills it is no person. */
export function TrapField() {
  const { register } = useFormContext()
  return (
    <div aria-hidden className="absolute -left-[9999px] size-px overflow-hidden">
      <label>
        Website
        <input type="text" tabIndex={-1} autoComplete="off" {...register('website')} />
      </label>
    </div>
  )
}
