import { hourMs } from '@exempta/contract/durations'
import { getFormStamp } from '@exempta/contract/public-forms'
import { useEffect, useState } from 'react'
import { call } from './api.ts'

const renewAfterMs = hourMs

/** The signed time that a public form was opened at; asked for when the form appears. */
export function useFormStamp(): () => Promise<string> {
  const [take] = useState(stampHolder)
  useEffect(() => {
    // Whoever sends the form hears of a failure; until then it troubles nobody.
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
