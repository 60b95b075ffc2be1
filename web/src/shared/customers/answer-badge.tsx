import { type CustomerAnswerCode, customerAnswerWords } from '@exempta/contract/customers'
import { FileQuestionMark } from 'lucide-react'
import { Badge } from '../../ui/badge.tsx'
import { VerdictBadge } from '../coverage/verdict.tsx'

/** Today’s answer, or that there is no certificate to answer from. */
export const AnswerBadge = ({ answer }: { answer: CustomerAnswerCode }) =>
  answer === 'none' ? (
    <Badge tone="danger" icon={<FileQuestionMark aria-hidden />}>
      {customerAnswerWords.none}
    </Badge>
  ) : (
    <VerdictBadge verdict={answer} />
  )
