import {
  backupField,
  getRestore,
  RestoreFields,
  type RestoreState,
  restoreBackup,
} from '@exempta/contract/admin/restore'
import { useController } from 'react-hook-form'
import { z } from 'zod'
import { sendForm } from '../../lib/api.ts'
import { queryClient, routeQuery } from '../../lib/query.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ContractForm } from '../../ui/contract-form.tsx'
import { Field } from '../../ui/field.tsx'
import { useFocusOnMount } from '../../ui/focus.ts'
import { FormTextField } from '../../ui/form-field.tsx'
import { Spinner } from '../../ui/loading.tsx'
import { FileInput } from '../../ui/text-input.tsx'

const schema = RestoreFields.omit({ token: true }).extend({
  [backupField]: z.custom<File>((value) => value instanceof File, 'Please choose a backup'),
})

interface RestoreFormProps {
  token: string
  state: RestoreState | undefined
  onBack: () => void
}

/** Instead of the first administrator: the backup has one. */
export function RestoreForm({ token, state, onBack }: RestoreFormProps) {
  if (state?.isPossible === false) {
    return (
      <div className="grid justify-items-start gap-4">
        <p>
          This installation uses PostgreSQL, where a backup is restored with a command. Stop every process of
          it, run this command with the same settings, and start it again:
        </p>
        <code className="block w-full rounded-control bg-subtle px-3 py-2 text-xs [overflow-wrap:anywhere]">
          {"BACKUP_PASSPHRASE='…' npm run restore -- FILE"}
        </code>
        <Button variant="secondary" onClick={onBack}>
          Back
        </Button>
      </div>
    )
  }
  return (
    <div className="grid gap-5">
      {state?.status === 'failed' && (
        <Banner tone="danger" title="The backup wasn’t restored. Nothing was changed.">
          {state.problem}
        </Banner>
      )}
      <ContractForm
        schema={schema}
        defaultValues={{ passphrase: '' }}
        submitLabel="Restore"
        onCancel={onBack}
        onSubmit={async ({ passphrase, backup }) => {
          const form = new FormData()
          form.append('token', token)
          form.append('passphrase', passphrase)
          form.append(backupField, backup, backup.name)
          queryClient.setQueryData(routeQuery(getRestore, {}).queryKey, await sendForm(restoreBackup, form))
        }}
      >
        <BackupFileField />
        <FormTextField
          name="passphrase"
          label="Passphrase"
          type="password"
          autoComplete="off"
          hint="BACKUP_PASSPHRASE when the backup was made."
        />
      </ContractForm>
    </div>
  )
}

function BackupFileField() {
  const { field, fieldState } = useController({ name: backupField })
  return (
    <Field
      label="Backup"
      hint="The file from the Backups page or npm run backup."
      error={fieldState.error?.message}
      isRequired
    >
      <FileInput inputRef={field.ref} accept=".backup" onFile={field.onChange} onBlur={field.onBlur} />
    </Field>
  )
}

export function RestoreProgress({ state: { status, problem } }: { state: RestoreState }) {
  const focused = useFocusOnMount()
  return (
    <div ref={focused} role="status" className="grid justify-items-start gap-4">
      {status === 'restoring' ? (
        <>
          <Spinner label="Restoring the backup" />
          <p>
            We’re checking and restoring the backup. Then Exempta starts again by itself. A large backup takes
            several minutes.
          </p>
        </>
      ) : (
        <>
          <p className="font-semibold text-base">The backup is restored. Every table and file matches it.</p>
          {problem && <Banner tone="warning">{problem}</Banner>}
          <p className="text-ink-muted">
            Log in with an account of the backup. Everyone has to log in again.
          </p>
          <LinkButton to="/login">Go to login</LinkButton>
        </>
      )}
    </div>
  )
}
