import { printSeparatorSheets } from '@exempta/contract/archive'
import { csvLine, csvStart } from '@exempta/contract/csv'
import { type CustomerRow, customerAnswerWords, tagCustomers } from '@exempta/contract/customers'
import { FileDown, QrCode, Send, Tag } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod'
import { addressOf, call } from '../../../lib/api.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { saveTextFile } from '../../../lib/save-text-file.ts'
import { refreshCustomers } from '../../../shared/customers/refresh.ts'
import { BulkBar } from '../../../ui/bulk-bar.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { ContractForm } from '../../../ui/contract-form.tsx'
import { Dialog } from '../../../ui/dialogs.tsx'
import { FormTextField } from '../../../ui/form-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { commaList } from '../edit/typed-lists.ts'

const AskCustomers = onDemand(
  async () => (await import('../../../shared/customers/ask-customers.tsx')).AskCustomers,
)

interface BulkActionsProps {
  chosen: readonly CustomerRow[]
  isManager: boolean
  onDone: () => void
}

const counted = (count: number) => (count === 1 ? '1 customer' : `${count} customers`)

const Tags = z.object({
  add: commaList(tagCustomers.body.shape.add.unwrap()),
  remove: commaList(tagCustomers.body.shape.remove.unwrap()),
})

/** What can be done with several customers at once. */
export function BulkActions({ chosen, isManager, onDone }: BulkActionsProps) {
  const [open, setOpen] = useState<'ask' | 'tag'>()
  const close = () => setOpen(undefined)
  return (
    <BulkBar count={chosen.length} onClear={onDone}>
      {isManager && (
        <>
          <Button size="sm" onClick={() => setOpen('ask')}>
            <Send aria-hidden className="size-4" />
            Ask
          </Button>
          <Button variant="secondary" size="sm" onClick={() => setOpen('tag')}>
            <Tag aria-hidden className="size-4" />
            Tag
          </Button>
          <a
            href={addressOf(printSeparatorSheets, {
              query: { ids: chosen.map(({ id }) => id).join(',') },
            })}
            target="_blank"
            rel="noreferrer"
            title="Pages to put between certificates that you scan together"
            className={buttonClass('secondary', 'sm')}
          >
            <QrCode aria-hidden className="size-4" />
            Separator sheets
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        </>
      )}
      <Button variant="secondary" size="sm" onClick={() => saveTextFile('customers.csv', asCsv(chosen))}>
        <FileDown aria-hidden className="size-4" />
        Export CSV
      </Button>
      <Dialog isOpen={open === 'tag'} onOpenChange={close} title={`Tag ${counted(chosen.length)}`}>
        <ContractForm
          schema={Tags}
          defaultValues={{ add: '', remove: '' }}
          submitLabel="Save"
          onCancel={close}
          onSubmit={async ({ add, remove }) => {
            const ids = chosen.map(({ id }) => id)
            const { changed } = await call(tagCustomers, { body: { ids, add, remove } })
            await refreshCustomers()
            toast.success(changed === 0 ? 'Nothing to change.' : `Changed the tags of ${counted(changed)}.`)
            close()
            onDone()
          }}
        >
          <FormTextField
            name="add"
            label="Tags to add"
            hint="Separated by commas."
            isRequired={false}
            autoComplete="off"
          />
          <FormTextField name="remove" label="Tags to remove" isRequired={false} autoComplete="off" />
        </ContractForm>
      </Dialog>
      {open === 'ask' && (
        <AskCustomers
          customers={chosen}
          onClose={close}
          onAsked={() => {
            close()
            onDone()
          }}
        />
      )}
    </BulkBar>
  )
}

const headings = ['Customer number', 'Name', 'Email', 'Tags', 'State', 'Answer', 'Expires']

/** One line for each state, so that a spreadsheet can filter by it. */
const asCsv = (customers: readonly CustomerRow[]) =>
  csvStart +
  [
    csvLine(headings),
    ...customers.flatMap(({ number, name, email, tags, answers }) => {
      const own = [number, name, email, tags.join('; ')]
      return answers.length === 0
        ? [csvLine([...own, null, null, null])]
        : answers.map(({ state, answer, expiresOn }) =>
            csvLine([...own, state, customerAnswerWords[answer], expiresOn]),
          )
    }),
  ].join('')
