import type { MakingChoice, MakingDraft, OfferedClaim } from '@exempta/contract/requests/making'
import { getMakingChoices } from '@exempta/contract/requests/making'
import { useQuery } from '@tanstack/react-query'
import { routeQuery } from '../../../lib/query.ts'
import type { StepProps } from '../answer/step-props.ts'

/** What was typed so far. */
export type Answers = Omit<MakingDraft, 'claim'> & { claim: OfferedClaim | '' }

export const noAnswers = (state: string | null): Answers => ({
  state: state ?? '',
  kind: 'goods',
  claim: '',
  number: null,
  purchaser: '',
  purchaserAddress: '',
  business: null,
  items: null,
  isBlanket: true,
  order: null,
  signer: '',
  title: '',
})

/** The order of one purchase means nothing once it's for all of them. */
export const draftOf = (answers: Answers) => ({ ...answers, order: answers.isBlanket ? null : answers.order })

export interface QuestionProps extends Pick<StepProps, 'token' | 'page'> {
  answers: Answers
  /** By the name of the field. */
  problems: Record<string, string>
  trouble: string | undefined
  isSaving: boolean
  onAnswer: (changed: Partial<Answers>) => void
  onNext: (problems?: Record<string, string>) => void
  onBack: () => void
  onSkip: () => void
}

export function useChoices(token: string, { state, kind }: Pick<Answers, 'state' | 'kind'>) {
  return useQuery({
    ...routeQuery(getMakingChoices, { params: { token }, query: { state, kind } }),
    retry: false,
    enabled: state !== '',
  })
}

export const chosenOf = (
  choices: readonly MakingChoice[] | undefined,
  { claim }: Pick<Answers, 'claim'>,
): MakingChoice | undefined => choices?.find((one) => one.claim === claim)
