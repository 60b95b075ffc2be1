import { Bookmark, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { z } from 'zod'
import { type SavedView, savedViewLimits, useSavedViews, viewSearch } from '../lib/saved-views.ts'
import { Button } from './button.tsx'
import { ContractForm } from './contract-form.tsx'
import { Dialog } from './dialogs.tsx'
import { FormTextField } from './form-field.tsx'
import { PlainIconButton } from './icon-button.tsx'
import { toast } from './toast.ts'

const NewView = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Please enter a name')
    .max(savedViewLimits.nameLength, `Please use at most ${savedViewLimits.nameLength} characters`),
})

interface ViewBarProps {
  /** The list's own name, which its views are saved under. */
  list: string
  /** Views that everyone has. */
  own: readonly SavedView[]
}

const tabClass =
  'inline-flex min-h-8 items-center rounded-full px-3 whitespace-nowrap text-ink-muted hover:bg-subtle hover:text-ink aria-[current=true]:bg-accent-soft aria-[current=true]:font-medium aria-[current=true]:text-accent-ink'

/** One press from one question to the next: the views of a list, those that its person saved, and saving this one. */
export function ViewBar({ list, own }: ViewBarProps) {
  const { views, save, remove } = useSavedViews(list)
  const { pathname, search } = useLocation()
  const [isSaving, setSaving] = useState(false)
  const shown = viewSearch(search)
  const isKnown = [...own, ...views].some((view) => view.search === shown)
  const current = views.find((view) => view.search === shown)
  return (
    <nav aria-label="Views" className="-mt-2 mb-3 flex items-center gap-1 overflow-x-auto py-1 text-sm">
      {[...own, ...views].map((view) => (
        <Link
          key={`${view.name} ${view.search}`}
          to={`${pathname}${view.search}`}
          aria-current={view.search === shown}
          className={tabClass}
        >
          {view.name}
        </Link>
      ))}
      {!isKnown && (
        <Button variant="ghost" size="sm" className="whitespace-nowrap" onClick={() => setSaving(true)}>
          <Bookmark aria-hidden className="size-4" />
          Save view
        </Button>
      )}
      {current && (
        <PlainIconButton
          size="sm"
          label={`Delete the view ${current.name}`}
          icon={<Trash2 aria-hidden />}
          onClick={() => remove(current.name)}
        />
      )}
      <Dialog isOpen={isSaving} onOpenChange={setSaving} title="Save view">
        <ContractForm
          schema={NewView}
          defaultValues={{ name: '' }}
          submitLabel="Save view"
          onCancel={() => setSaving(false)}
          onSubmit={async ({ name }) => {
            save({ name, search: shown })
            setSaving(false)
            toast.success(`Saved the view ${name} in this browser.`)
          }}
        >
          <FormTextField
            name="name"
            label="Name"
            hint="For this search and these filters. Only you see it, in this browser."
            autoComplete="off"
          />
        </ContractForm>
      </Dialog>
    </nav>
  )
}
