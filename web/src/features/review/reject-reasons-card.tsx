import { getRejectReasons, RejectReasons, updateRejectReasons } from '@exempta/contract/review'
import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { z } from 'zod'
import { call } from '../../lib/api.ts'
import { errorText } from '../../lib/api-error.ts'
import { queryClient, routeQuery } from '../../lib/query.ts'
import { useMembership } from '../../lib/roles.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ContractForm } from '../../ui/contract-form.tsx'
import { useFocusOnMount } from '../../ui/focus.ts'
import { FormTextarea } from '../../ui/form-field.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { FailedState } from '../../ui/page-states.tsx'
import { toast } from '../../ui/toast.ts'

const query = routeQuery(getRejectReasons, {})

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** One reason per line. */
const Lines = z.object({ reasons: z.string().transform(linesOf).pipe(RejectReasons.shape.reasons) })

interface EditReasonsProps {
  reasons: readonly string[]
  onClose: () => void
}

function EditReasons({ reasons, onClose }: EditReasonsProps) {
  const form = useFocusOnMount()
  async function save(body: z.output<typeof Lines>) {
    queryClient.setQueryData(query.queryKey, await call(updateRejectReasons, { body }))
    toast.success('Reject reasons saved.')
    onClose()
  }
  return (
    <div ref={form}>
      <ContractForm
        schema={Lines}
        defaultValues={{ reasons: reasons.join('\n') }}
        submitLabel="Save Changes"
        onCancel={onClose}
        onSubmit={save}
      >
        <FormTextarea
          name="reasons"
          label="Reasons"
          hint="Enter one reason per line."
          rows={Math.max(5, reasons.length + 1)}
          isRequired={false}
        />
      </ContractForm>
    </div>
  )
}

/** The reasons that reviewers of the business can choose from; managers edit them. */
export function RejectReasonsCard() {
  const { isManager } = useMembership()
  const [isEditing, setEditing] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  const { data, error, refetch, isRefetching } = useQuery(query)
  /** The fields go away, so the focus returns to where it came from. */
  function close() {
    flushSync(() => setEditing(false))
    edit.current?.focus()
  }
  return (
    <Card
      title="Reject Reasons"
      description="Ready-made reasons that reviewers can choose from. They can always write their own."
      actions={
        isManager &&
        !isEditing && (
          <Button
            ref={edit}
            variant="secondary"
            size="sm"
            aria-label="Edit reject reasons"
            onClick={() => setEditing(true)}
          >
            <Pencil aria-hidden className="size-4" />
            Edit
          </Button>
        )
      }
    >
      {data ? (
        isEditing ? (
          <EditReasons reasons={data.reasons} onClose={close} />
        ) : data.reasons.length > 0 ? (
          <ul className="grid list-disc gap-1 pl-5 [overflow-wrap:anywhere]">
            {data.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        ) : (
          <p className="text-ink-muted">No ready-made reasons.</p>
        )
      ) : error ? (
        <FailedState message={errorText(error)} onRetry={() => void refetch()} isRetrying={isRefetching} />
      ) : (
        <Skeleton className="h-24" label="Loading reasons" />
      )}
    </Card>
  )
}
