import {
  type ApplicationState,
  downloadResume,
  getApplication,
  positions,
  removeApplication,
  updateApplication,
} from '@exempta/contract/admin/applications'
import { useQuery } from '@tanstack/react-query'
import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { addressOf, call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { queryClient, routeQuery } from '../../../lib/query.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { ConfirmDialog, SlideOver } from '../../../ui/dialogs.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Field } from '../../../ui/field.tsx'
import { Spinner } from '../../../ui/loading.tsx'
import { FailedState } from '../../../ui/page-states.tsx'
import { Select } from '../../../ui/select.tsx'
import { RelativeTime } from '../../../ui/text.tsx'
import { toast } from '../../../ui/toast.ts'
import { sizeInWords, stateNames, stateOptions } from './application-words.tsx'

const refresh = () => queryClient.invalidateQueries({ queryKey: ['applications'] })

/** One application: what was written, the résumé, its state. */
export function ApplicationPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const [isRemoving, setRemoving] = useState(false)
  // While it is being deleted, a live update must not fetch it again.
  const [isWanted, setWanted] = useState(true)
  const { data, error, refetch, isRefetching } = useQuery({
    ...routeQuery(getApplication, { params: { id } }),
    enabled: isWanted,
  })

  async function setState(state: ApplicationState) {
    try {
      await call(updateApplication, { params: { id }, body: { state } })
      toast.success(`Application status: ${stateNames[state]}.`)
      await refresh()
    } catch (failure) {
      toast.error(errorText(failure))
    }
  }
  async function remove() {
    setWanted(false)
    try {
      await call(removeApplication, { params: { id } })
    } catch (failure) {
      setWanted(true)
      throw failure
    }
    toast.success('The application and resume have been deleted.')
    onClose()
    await refresh()
  }

  return (
    <SlideOver isOpen onOpenChange={onClose} title={data?.name ?? 'Application'}>
      {error && !data && (
        <div className="p-4">
          <FailedState message={errorText(error)} onRetry={() => void refetch()} isRetrying={isRefetching} />
        </div>
      )}
      {!error && !data && (
        <div className="p-6">
          <Spinner label="Loading…" />
        </div>
      )}
      {data && (
        <div className="grid gap-6 p-4">
          <Facts
            layout="rows"
            facts={[
              { label: 'Position', value: positions[data.position] },
              {
                label: 'Email',
                value: (
                  <a href={`mailto:${data.email}`} className="break-all underline underline-offset-4">
                    {data.email}
                  </a>
                ),
              },
              { label: 'Phone', value: data.phone },
              { label: 'Sent', value: <RelativeTime at={data.submittedAt} /> },
            ]}
          />
          <Field label="Status">
            <Select
              options={stateOptions}
              value={data.state}
              onChange={(event) => void setState(event.target.value as ApplicationState)}
            />
          </Field>
          <section className="grid gap-2">
            <h3 className="font-semibold">Resume</h3>
            <p className="break-all text-ink-muted">
              {data.resume.name} · {sizeInWords(data.resume.sizeBytes)}
            </p>
            <div>
              <a
                href={addressOf(downloadResume, { params: { id } })}
                download
                className={buttonClass('secondary')}
              >
                <Download aria-hidden className="size-4" />
                Download Resume
              </a>
            </div>
            <p className="text-xs text-ink-muted">This file comes from outside. Open it with care.</p>
          </section>
          <section className="grid gap-2">
            <h3 className="font-semibold">Cover Letter</h3>
            {data.coverLetter ? (
              <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{data.coverLetter}</p>
            ) : (
              <p className="text-ink-muted">No cover letter.</p>
            )}
          </section>
          <div className="border-t border-line pt-4">
            <Button variant="danger" onClick={() => setRemoving(true)}>
              <Trash2 aria-hidden className="size-4" />
              Delete Application
            </Button>
          </div>
          <ConfirmDialog
            isOpen={isRemoving}
            onOpenChange={setRemoving}
            title="Delete application"
            question="We’ll delete the application and the resume. This action cannot be undone."
            subject={`${data.name} · ${positions[data.position]}`}
            confirmLabel="Delete"
            onConfirm={remove}
          />
        </div>
      )}
    </SlideOver>
  )
}
