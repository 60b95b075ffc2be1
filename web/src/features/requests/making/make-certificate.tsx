import { MakingDraft, type MakingReview, saveMakingDraft } from '@exempta/contract/requests/making'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { ApiError, errorText } from '../../../lib/api-error.ts'
import type { StepProps } from '../answer/step-props.ts'
import { type Answers, draftOf, noAnswers } from './answers.ts'
import { BuyStep, NumberStep, SignerStep, WhoStep } from './questions.tsx'
import { WhyStep } from './why-step.tsx'

/** The screen on which a field is asked for. */
const screenOf: Record<keyof MakingDraft, number> = {
  state: 0,
  kind: 0,
  claim: 0,
  number: 1,
  purchaser: 2,
  purchaserAddress: 2,
  business: 3,
  items: 3,
  isBlanket: 3,
  order: 3,
  signer: 4,
  title: 4,
}
const isField = (path: string): path is keyof MakingDraft => path in screenOf

interface MakeCertificateProps extends StepProps {
  /** Answers that were given before, to change one of them. */
  draft: MakingReview['draft'] | undefined
  onLeave: () => void
}

/** One question per screen; nothing is made before the last one. */
export function MakeCertificate({ token, page, onChange, draft, onLeave }: MakeCertificateProps) {
  const [answers, setAnswers] = useState<Answers>(() => draft ?? noAnswers(page.state))
  const [screen, setScreen] = useState(0)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [trouble, setTrouble] = useState<string>()
  const [isSaving, setSaving] = useState(false)

  function change(changed: Partial<Answers>) {
    setAnswers((before) => ({ ...before, ...changed }))
    setProblems({})
    setTrouble(undefined)
  }

  /** Of the fields on this screen. */
  function findProblems(at: number): Record<string, string> {
    const checked = MakingDraft.safeParse(draftOf(answers))
    const found: Record<string, string> = {}
    for (const { path, message } of checked.error?.issues ?? []) {
      const [name] = path
      if (typeof name === 'string' && isField(name) && screenOf[name] === at) found[name] ??= message
    }
    return found
  }

  async function next(added: Record<string, string> = {}) {
    const found = { ...findProblems(screen), ...added }
    setProblems(found)
    if (Object.keys(found).length > 0) return
    if (screen < 4) setScreen(screen + 1)
    else await save()
  }

  async function save() {
    const checked = MakingDraft.safeParse(draftOf(answers))
    if (!checked.success) return
    setSaving(true)
    setTrouble(undefined)
    try {
      await call(saveMakingDraft, { params: { token }, body: checked.data })
      await onChange()
      onLeave()
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : []
      const first = fields.find(({ path }) => isField(path))
      if (first && isField(first.path)) {
        setScreen(screenOf[first.path])
        setProblems(Object.fromEntries(fields.map(({ path, message }) => [path, message])))
      } else setTrouble(errorText(error))
    } finally {
      setSaving(false)
    }
  }

  const props = {
    token,
    page,
    answers,
    problems,
    trouble,
    isSaving,
    onAnswer: change,
    onNext: (added?: Record<string, string>) => void next(added),
    onBack: () => {
      setProblems({})
      if (screen === 0) onLeave()
      else setScreen(screen - 1)
    },
    onSkip: () => setScreen(screen + 1),
  }
  if (screen === 0) return <WhyStep {...props} />
  if (screen === 1) return <NumberStep {...props} />
  if (screen === 2) return <WhoStep {...props} />
  if (screen === 3) return <BuyStep {...props} />
  return <SignerStep {...props} />
}
