import type { RequestPage } from '@exempta/contract/requests/answers'
import { saveMakingDraft } from '@exempta/contract/requests/making'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { formatDayOf } from '../../../lib/format.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Facts } from '../../../ui/facts.tsx'
import type { StepProps } from '../answer/step-props.ts'

interface StillTrueProps extends StepProps {
  earlier: NonNullable<RequestPage['earlier']>
}

/** A renewal: what was signed before, which only has to be signed again. */
export function StillTrue({ token, earlier, onChange }: StillTrueProps) {
  const [isSaving, setSaving] = useState(false)
  const [trouble, setTrouble] = useState<string>()

  async function renew() {
    setSaving(true)
    setTrouble(undefined)
    try {
      await call(saveMakingDraft, { params: { token }, body: earlier.draft })
      await onChange()
    } catch (error) {
      setTrouble(errorText(error))
    } finally {
      setSaving(false)
    }
  }

  return (
    <section aria-labelledby="still-true" className="grid gap-3 border-b border-line pb-5">
      <h2 id="still-true" className="text-lg font-semibold">
        Still true?
      </h2>
      <p className="text-ink-muted">You signed this on {formatDayOf(earlier.signedAt)}.</p>
      <Facts layout="rows" facts={earlier.lines.filter(({ label }) => label !== 'Date signed')} />
      {trouble && <Banner tone="danger">{trouble} You can also make a new one below.</Banner>}
      <Button size="lg" isLoading={isSaving} onClick={() => void renew()}>
        Yes, renew it
      </Button>
    </section>
  )
}
