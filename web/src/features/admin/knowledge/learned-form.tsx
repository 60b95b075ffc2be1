import {
  exportLearnedForm,
  getLearnedForm,
  type LearnedForm,
  listLearnedForms,
  removeLearnedForm,
  saveLearnedForm,
} from '@exempta/contract/knowledge/learned-forms'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { pageMeta } from '../../../lib/page-meta.ts'
import { failureOf, queryClient, routeMutation, routeQuery } from '../../../lib/query.ts'
import { saveTextFile } from '../../../lib/save-text-file.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/dialogs.tsx'
import { Field } from '../../../ui/field.tsx'
import { PageSkeleton } from '../../../ui/loading.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { FailedState } from '../../../ui/page-states.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { toast } from '../../../ui/toast.ts'
import { TryLearned } from './try-learned.tsx'
import { failureWords } from './upload-button.tsx'
import { numbered, ZoneEditor } from './zone-editor.tsx'

export const meta = pageMeta('Learned form')

const listPath = '/admin/forms'

/** A blank that this installation learns: which form it is, where its fields lie, and how a filled one is read. */
export default function LearnedFormPage() {
  const { id = '' } = useParams()
  const query = useQuery(routeQuery(getLearnedForm, { params: { id } }))
  const failure = failureOf(query)
  return (
    <>
      <BackLink to={listPath}>Back to Forms</BackLink>
      {failure ? (
        <FailedState {...failure} />
      ) : query.data ? (
        <Editor key={id} form={query.data} />
      ) : (
        <PageSkeleton label="Loading the form" />
      )}
    </>
  )
}

const refetchList = () => queryClient.invalidateQueries({ queryKey: ['admin', listLearnedForms.path] })

function Editor({ form }: { form: LearnedForm }) {
  const [code, setCode] = useState(form.form ?? '')
  const [revision, setRevision] = useState(form.revision ?? '')
  const [zones, setZones] = useState(() => numbered(form.zones))
  const [isChanged, setChanged] = useState(false)
  const save = useMutation({
    ...routeMutation(saveLearnedForm),
    onSuccess: async (saved) => {
      setChanged(false)
      toast.success(`Saved. Files are now read with this blank of ${saved.name}.`)
      queryClient.setQueryData(routeQuery(getLearnedForm, { params: { id: form.id } }).queryKey, saved)
      await refetchList()
    },
  })
  const changed =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      setChanged(true)
      set(value)
    }
  const name = form.name ? `${form.name}${form.revision ? ` (${form.revision})` : ''}` : 'New form'
  return (
    <div className="grid gap-6">
      <PageHeader
        title={name}
        description="Check the fields that we found, say which form it is, and save."
        actions={
          <Badge tone={form.isInUse ? 'success' : 'neutral'}>
            {form.isInUse ? 'In use' : 'Not in use yet'}
          </Badge>
        }
      />
      {form.zones.length === 0 && (
        <Banner>
          We found no fields on this form. Draw a box around each one and say what belongs there.
        </Banner>
      )}
      <Card title="Form">
        <div className="grid items-end gap-4 sm:grid-cols-[minmax(0,1fr)_12rem]">
          <FormSelect value={code} onChange={changed(setCode)} />
          <Field label="Revision printed on it">
            <TextInput
              value={revision}
              maxLength={40}
              placeholder="6/18"
              onChange={({ target }) => changed(setRevision)(target.value)}
            />
          </Field>
        </div>
      </Card>
      <ZoneEditor form={form} zones={zones} onChange={changed((next) => setZones([...next]))} />
      {save.error && <Banner tone="danger">{failureWords(save.error)}</Banner>}
      <div className="flex flex-wrap gap-3">
        <Button
          isLoading={save.isPending}
          disabled={code === '' || revision.trim() === '' || zones.length === 0}
          onClick={() =>
            save.mutate({
              params: { id: form.id },
              body: {
                form: code,
                revision,
                zones: zones.map(({ id: _, ...zone }) => zone),
              },
            })
          }
        >
          {form.isInUse ? 'Save' : 'Save and use'}
        </Button>
        {form.isInUse && <ExportButton form={form} />}
        <RemoveButton form={form} name={name} />
      </div>
      {form.isInUse && <TryLearned form={form} isChanged={isChanged} />}
    </div>
  )
}

function FormSelect({ value, onChange }: { value: string; onChange: (code: string) => void }) {
  const { data } = useQuery(routeQuery(listLearnedForms, {}))
  const options = (data?.forms ?? []).map(({ code, name, title, states }) => ({
    value: code,
    label: `${states.length > 1 ? 'Several states' : states[0]} · ${name}, ${title}`,
  }))
  return (
    <Field label="It’s a blank of" hint="Only forms whose rules we know can be taught.">
      <Select
        options={options.sort((one, other) => one.label.localeCompare(other.label))}
        placeholder="Choose the form"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  )
}

function ExportButton({ form }: { form: LearnedForm }) {
  const load = useMutation({
    mutationFn: () => call(exportLearnedForm, { params: { id: form.id } }),
    onSuccess: (edition) =>
      saveTextFile(
        `${edition.code}-${(edition.revision ?? 'edition').replace(/\W+/g, '-')}.json`,
        JSON.stringify(edition),
      ),
    onError: (error) => toast.error(errorText(error)),
  })
  return (
    <Button variant="secondary" isLoading={load.isPending} onClick={() => load.mutate()}>
      <Download aria-hidden className="size-4" />
      Export
    </Button>
  )
}

function RemoveButton({ form, name }: { form: LearnedForm; name: string }) {
  const [isAsking, setAsking] = useState(false)
  const navigate = useNavigate()
  async function remove() {
    await call(removeLearnedForm, { params: { id: form.id } })
    toast.success(`Removed ${name}.`)
    await refetchList()
    await navigate(listPath)
  }
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden className="size-4" />
        Remove
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title="Remove this form"
        question="Files are no longer read with it. What was read stays as it is."
        subject={name}
        confirmLabel="Remove"
        onConfirm={remove}
      />
    </>
  )
}
