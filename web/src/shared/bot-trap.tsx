import { hourMs } from '@exempta/contract/durations'
import { getFormStamp } from '@exempta/contract/public'
import { useEffect, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { call } from '../lib/api.ts'

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

const renewAfterMs = hourMs

/** The signed time that a public form was opened at; asked for when the form appears. */
export function useFormStamp(): () => Promise<string> {
  const [take] = useState(stampHolder)
  useEffect(() => {
    // A failure is reported when the form is sent; until then it does no harm.
    take().catch(() => {})
  }, [take])
  return take
}

function stampHolder() {
  let held: { stamp: Promise<string>; at: number } | undefined
  return () => {
    if (held && Date.now() - held.at < renewAfterMs) return held.stamp
    const stamp = call(getFormStamp).then(
      (answer) => answer.stamp,
      (error: unknown) => {
        held = undefined
        throw error
      },
    )
    held = { stamp, at: Date.now() }
    return stamp
  }
}
