import {
  listSettings,
  type SettingUpdate,
  settingDefinitions,
  settingForm,
  settingValues,
  updateSettings,
} from '@exempta/contract/admin/settings'
import { useQuery } from '@tanstack/react-query'
import { MessageSquareQuote, Pencil } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { queryClient, routeQuery } from '../../../lib/query.ts'
import { Button } from '../../../ui/button.tsx'
import { ContractForm } from '../../../ui/contract-form.tsx'
import { Dialog } from '../../../ui/dialogs.tsx'
import { FormTextarea } from '../../../ui/form-field.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { toast } from '../../../ui/toast.ts'

const key = 'chat.cannedReplies'
const query = routeQuery(listSettings, {})

function useReplies(): string {
  const { data } = useQuery(query)
  const value = data?.settings.find((setting) => setting.key === key)?.value
  return typeof value === 'string' ? value : settingDefinitions[key].fallback
}

/** Sentences that agents often need. Choosing one puts it into the box, where it can be edited. */
export function CannedReplies({ onPick }: { onPick: (text: string) => void }) {
  const [isEditing, setEditing] = useState(false)
  const replies = useReplies()
  const lines = replies.split('\n').filter((line) => line.trim() !== '')
  return (
    <>
      <Menu
        trigger={
          <Button variant="ghost" size="sm">
            <MessageSquareQuote aria-hidden className="size-4" />
            <span className="max-sm:sr-only">Canned replies</span>
          </Button>
        }
        items={[
          ...[...new Set(lines)].map((label) => ({
            label,
            // The menu gives the focus back to its button first.
            onSelect: () => setTimeout(() => onPick(label)),
          })),
          {
            label: 'Edit replies',
            icon: <Pencil aria-hidden />,
            onSelect: () => setEditing(true),
          },
        ]}
      />
      {isEditing && <EditReplies seen={replies} onClose={() => setEditing(false)} />}
    </>
  )
}

function EditReplies({ seen, onClose }: { seen: string; onClose: () => void }) {
  // What was shown first: another agent's change meanwhile is refused as a conflict instead of being lost.
  const [first] = useState(seen)
  async function save({ chat }: Record<string, Record<string, string | number | boolean>>) {
    const cannedReplies = chat?.cannedReplies
    if (cannedReplies !== first) {
      const body = { changes: { [key]: cannedReplies }, seen: { [key]: first } } as SettingUpdate
      queryClient.setQueryData(query.queryKey, await call(updateSettings, { body }))
      toast.success('Canned replies saved.')
    }
    onClose()
  }
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="lg"
      title="Edit replies"
      description="All administrators use the same replies."
    >
      <ContractForm
        schema={settingForm([key])}
        defaultValues={settingValues([{ key, value: first }])}
        submitLabel="Save Changes"
        onCancel={onClose}
        onSubmit={save}
      >
        <FormTextarea name={key} label="Replies" hint="One reply per line." rows={10} />
      </ContractForm>
    </Dialog>
  )
}
