import { businessLimits } from '@exempta/contract/businesses/limits'
import {
  getAdminIpList,
  getBusinessIpList,
  IpList,
  type IpListAnswer,
  updateAdminIpList,
  updateBusinessIpList,
} from '@exempta/contract/businesses/network-lists'
import { useQuery } from '@tanstack/react-query'
import { Globe, Plus, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { queryClient, routeQuery } from '../../../lib/query.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { PlainIconButton } from '../../../ui/icon-button.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { FailedState } from '../../../ui/page-states.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { toast } from '../../../ui/toast.ts'

interface AddRangeFormProps {
  ranges: readonly string[]
  ownAddress: string
  onAdd: (range: string) => void
}

function AddRangeForm({ ranges, ownAddress, onAdd }: AddRangeFormProps) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const hasOwn = ranges.some((range) => range.replace(/\/(32|128)$/, '') === ownAddress)

  function submit(event: FormEvent) {
    event.preventDefault()
    const checked = IpList.safeParse({ ranges: [text] })
    if (!checked.success) return setError(checked.error.issues[0]?.message)
    const [range = ''] = checked.data.ranges
    if (ranges.includes(range)) return setError('This is already on the list')
    onAdd(range)
    setText('')
    setError(undefined)
  }
  return (
    <div className="grid justify-items-start gap-2">
      <form noValidate onSubmit={submit} className="w-full">
        <Field
          label="Address or range"
          hint="For example 192.0.2.7, 192.0.2.0/24 or 2001:db8::/32."
          error={error}
        >
          <div className="grid grid-cols-[1fr_auto] gap-2">
            <TextInput
              value={text}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setText(event.target.value)}
            />
            <Button type="submit" variant="secondary">
              <Plus aria-hidden className="size-4" />
              Add
            </Button>
          </div>
        </Field>
      </form>
      {!hasOwn && (
        <Button variant="ghost" size="sm" onClick={() => onAdd(ownAddress)}>
          <Plus aria-hidden className="size-4" />
          Add my address ({ownAddress})
        </Button>
      )}
    </div>
  )
}

interface IpListEditorProps {
  list: IpListAnswer
  /** What an empty list means here. */
  openText: string
  onSave: (ranges: string[], seen: string[]) => Promise<void>
}

/** Collects additions and removals; nothing applies until they are saved together. */
function IpListEditor({ list, openText, onSave }: IpListEditorProps) {
  const [ranges, setRanges] = useState<readonly string[]>(list.ranges)
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string>()
  const isChanged = ranges.join() !== list.ranges.join()

  function change(next: readonly string[]) {
    setFailure(undefined)
    setRanges(next)
  }
  async function save() {
    setSaving(true)
    setFailure(undefined)
    try {
      await onSave([...ranges], list.ranges)
    } catch (error) {
      setFailure(errorText(error))
    } finally {
      setSaving(false)
    }
  }
  return (
    <div className="grid gap-4">
      {ranges.length === 0 ? (
        <p className="flex items-start gap-2 rounded-control bg-subtle px-3 py-2">
          <Globe aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-muted" />
          {openText}
        </p>
      ) : (
        <ul aria-label="Allowed networks" className="divide-y divide-line rounded-control border border-line">
          {ranges.map((range) => (
            <li key={range} className="flex items-center justify-between gap-3 py-1 pr-1 pl-3">
              <span className="min-w-0 font-mono break-all">{range}</span>
              <PlainIconButton
                size="sm"
                label={`Remove ${range}`}
                icon={<X aria-hidden />}
                onClick={() => change(ranges.filter((other) => other !== range))}
              />
            </li>
          ))}
        </ul>
      )}
      {ranges.length < businessLimits.ipRanges && (
        <AddRangeForm
          ranges={ranges}
          ownAddress={list.yourAddress}
          onAdd={(range) => change([...ranges, range])}
        />
      )}
      {failure && <Banner tone="danger">{failure}</Banner>}
      {isChanged && (
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button variant="secondary" onClick={() => change(list.ranges)}>
            Cancel
          </Button>
          <Button isLoading={isSaving} onClick={() => void save()}>
            Save Changes
          </Button>
        </div>
      )}
    </div>
  )
}

const areas = {
  admin: {
    get: getAdminIpList,
    update: updateAdminIpList,
    description: 'The networks administrators can log in from.',
    openText: 'The list is empty, so administrators can log in from any network.',
  },
  business: {
    get: getBusinessIpList,
    update: updateBusinessIpList,
    description: 'The networks your team can use Exempta from.',
    openText: 'The list is empty, so your team can use Exempta from any network.',
  },
}

/** The list of allowed networks of the admin area or of the own business. */
export function IpListCard({ area }: { area: keyof typeof areas }) {
  const { get, update, description, openText } = areas[area]
  const query = routeQuery(get, {})
  const { data, error, isRefetching, refetch } = useQuery(query)
  async function save(ranges: string[], seen: string[]) {
    queryClient.setQueryData(query.queryKey, await call(update, { body: { ranges, seen } }))
    toast.success('Allowed networks saved.')
  }
  return (
    <Card title="IP access" description={description}>
      {data ? (
        <IpListEditor key={data.ranges.join()} list={data} openText={openText} onSave={save} />
      ) : error ? (
        <FailedState message={errorText(error)} onRetry={() => void refetch()} isRetrying={isRefetching} />
      ) : (
        <Skeleton className="h-24" label="Loading allowed networks" />
      )}
    </Card>
  )
}
