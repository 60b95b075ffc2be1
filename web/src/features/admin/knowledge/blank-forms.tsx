import {
  type BlankForm,
  blankFormField,
  fieldWords,
  listBlankForms,
  removeBlankForm,
  uploadBlankForm,
} from '@exempta/contract/knowledge/blank-forms'
import { useMutation, useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { sendForm } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { formatDayOf } from '../../../lib/format.ts'
import { pageMeta } from '../../../lib/page-meta.ts'
import { failureOf, queryClient, routeMutation, routeQuery } from '../../../lib/query.ts'
import { FormPage } from '../../../shared/form-page.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Dialog } from '../../../ui/dialogs.tsx'
import { PageSkeleton } from '../../../ui/loading.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState, FailedState } from '../../../ui/page-states.tsx'
import { toast } from '../../../ui/toast.ts'
import { LearnedForms } from './learned-forms.tsx'
import { ReadyStates } from './ready-states.tsx'
import { UploadButton } from './upload-button.tsx'

const title = 'Forms'

export const meta = pageMeta(title)

export default function FormsPage() {
  return (
    <>
      <PageHeader
        title={title}
        description="Blank forms that people fill in for their sellers, from the certificates in their wallet."
      />
      <BlankForms />
    </>
  )
}

const refetch = () => queryClient.invalidateQueries({ queryKey: ['admin', listBlankForms.path] })

/** The library of blank forms, each with what was found out about it. */
function BlankForms() {
  const [shown, setShown] = useState<BlankForm>()
  const query = useQuery(routeQuery(listBlankForms, {}))
  const failure = failureOf(query)
  if (failure) return <FailedState {...failure} />
  if (!query.data) return <PageSkeleton label="Loading forms" />
  const { forms, states } = query.data
  return (
    <div className="grid gap-6">
      <UploadBlank onUploaded={setShown} />
      {forms.length === 0 ? (
        <Card>
          <EmptyState icon={<FileText aria-hidden />} title="No blank forms yet">
            Upload a state’s blank PDF, and people can fill it in for each of their sellers.
          </EmptyState>
        </Card>
      ) : (
        <ul aria-label="Blank forms" className="grid gap-4 lg:grid-cols-2">
          {forms.map((form) => (
            <li key={form.code}>
              <FormCard form={form} onShow={() => setShown(form)} />
            </li>
          ))}
        </ul>
      )}
      <LearnedForms />
      <ReadyStates states={states} />
      {shown && <ZonesDialog form={shown} onClose={() => setShown(undefined)} />}
    </div>
  )
}

function UploadBlank({ onUploaded }: { onUploaded: (form: BlankForm) => void }) {
  return (
    <UploadButton
      label="Blank form"
      action="Upload a blank form"
      field={blankFormField}
      accept="application/pdf"
      waiting="We’re recognizing the form and filling in a test. This takes a few seconds."
      send={async (body) => {
        const form = await sendForm(uploadBlankForm, body)
        await refetch()
        toast.success(`Added ${form.name}.`)
        onUploaded(form)
      }}
    />
  )
}

function FormCard({ form, onShow }: { form: BlankForm; onShow: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation({
    ...routeMutation(removeBlankForm),
    onSuccess: async () => {
      toast.success(`Removed ${form.name}.`)
      await refetch()
    },
    onError: (error) => toast.error(errorText(error)),
  })
  const { name, title, revision, states, pages, unread, uploadedAt } = form
  return (
    <Card title={`${name}, ${title}`}>
      <div className="grid gap-3">
        <p className="text-ink-muted">
          {states.length > 4 ? `${states.length} states` : states.join(', ')}
          {revision && ` · ${revision}`} · {pages.length === 1 ? '1 page' : `${pages.length} pages`} · added{' '}
          {formatDayOf(uploadedAt)}
        </p>
        <ReadBack unread={unread} />
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" aria-label={`Show the fields of ${name}`} onClick={onShow}>
            Show fields
          </Button>
          {isAsking ? (
            <>
              <Button
                variant="danger"
                size="sm"
                isLoading={remove.isPending}
                aria-label={`Remove ${name} now`}
                onClick={() => remove.mutate({ params: { code: form.code } })}
              >
                Remove now
              </Button>
              <Button variant="secondary" size="sm" onClick={() => setAsking(false)}>
                Cancel
              </Button>
            </>
          ) : (
            <Button
              variant="secondary"
              size="sm"
              aria-label={`Remove ${name}`}
              onClick={() => setAsking(true)}
            >
              Remove
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}

/** Whether the test could be read back. */
function ReadBack({ unread }: Pick<BlankForm, 'unread'>) {
  if (unread.length === 0) {
    return (
      <p>
        <Badge tone="success">Checked</Badge> We filled in every field and read all of them back.
      </p>
    )
  }
  return (
    <p>
      <Badge tone="warning">Look at it</Badge> We couldn’t read back:{' '}
      {unread.map((name) => fieldWords[name]).join(', ')}. People can still fill them in.
    </p>
  )
}

function ZonesDialog({ form, onClose }: { form: BlankForm; onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`${form.name}, ${form.title}`}
      description="Values are set into the marked fields."
      size="xl"
    >
      <div className="grid gap-4 pb-4">
        {form.pages.map((size) => (
          <FormPage
            key={size.page}
            code={form.code}
            page={size.page}
            size={size}
            label={`Page ${size.page} of ${form.name} with its fields`}
          >
            {form.zones
              .filter(({ page }) => page === size.page)
              .map(({ field, value, x, y, width, height }) => (
                <g key={`${field}-${value}-${x}-${y}`}>
                  <rect
                    x={x * size.width}
                    y={y * size.height}
                    width={width * size.width}
                    height={height * size.height}
                    className="fill-teal-500/20 stroke-teal-700"
                    strokeWidth={2}
                  />
                  <title>{fieldWords[field]}</title>
                </g>
              ))}
          </FormPage>
        ))}
        <div>
          <Button variant="secondary" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
