import type { ReceivedDocument } from '@exempta/contract/review'
import { useState } from 'react'
import { ConfirmDialog } from '../../ui/dialogs.tsx'

type Warned = Pick<ReceivedDocument, 'warnings'>

interface Question {
  title: string
  /** What is open, one sentence each. */
  warnings: string[]
}

const clauseOf = (sentence: string) =>
  /^(The|We|It|This) [^.]+\.$/.test(sentence)
    ? sentence.charAt(0).toLowerCase() + sentence.slice(1, -1)
    : undefined

/** `Verify although the signature is missing?` Undefined if nothing is open. */
function questionBefore(documents: readonly Warned[]): Question | undefined {
  const open = documents.filter(({ warnings }) => warnings.length > 0)
  const warnings = [...new Set(open.flatMap((one) => one.warnings))]
  const [first, ...others] = warnings
  if (first === undefined) return undefined
  if (documents.length > 1) {
    const count = open.length === documents.length ? `all ${open.length}` : `${open.length}`
    return { title: `Verify although ${count} of these documents have open questions?`, warnings }
  }
  const clause = others.length === 0 ? clauseOf(first) : undefined
  return { title: `Verify although ${clause ?? `${warnings.length} questions are open`}?`, warnings }
}

/** Asks once before documents are verified that something speaks against. */
export function useVerifyQuestion<Document extends Warned>(
  onVerify: (documents: readonly Document[]) => Promise<unknown>,
) {
  const [asking, setAsking] = useState<{ documents: readonly Document[]; question: Question }>()
  return {
    ask(documents: readonly Document[]): void {
      const question = questionBefore(documents)
      if (question) setAsking({ documents, question })
      else void onVerify(documents)
    },
    dialog: (
      <ConfirmDialog
        isOpen={asking !== undefined}
        onOpenChange={(isOpen) => !isOpen && setAsking(undefined)}
        title={asking?.question.title ?? ''}
        question="Your team then relies on what it says."
        subject={
          <ul className="grid list-disc gap-1 pl-4">
            {asking?.question.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        }
        confirmLabel="Verify anyway"
        tone="primary"
        onConfirm={async () => asking && onVerify(asking.documents)}
      />
    ),
  }
}
