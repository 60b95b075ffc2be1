import { resumeTypes } from '@exempta/contract/applications'
import { useController } from 'react-hook-form'
import { classNames } from '../../lib/class-names.ts'
import { controlClass } from '../../ui/control-class.ts'
import { Field, useFieldWiring } from '../../ui/field.tsx'

export function ResumeField() {
  const { field, fieldState } = useController({ name: 'resume' })
  return (
    <Field label="Resume" hint="PDF, DOC or DOCX, up to 10 MB" error={fieldState.error?.message} isRequired>
      <FileInput inputRef={field.ref} onFile={field.onChange} onBlur={field.onBlur} />
    </Field>
  )
}

interface FileInputProps {
  inputRef: (input: HTMLInputElement | null) => void
  onFile: (file: File | undefined) => void
  onBlur: () => void
}

function FileInput({ inputRef, onFile, onBlur }: FileInputProps) {
  return (
    <input
      {...useFieldWiring()}
      ref={inputRef}
      type="file"
      accept={Object.values(resumeTypes).join(',')}
      onChange={(event) => onFile(event.target.files?.[0])}
      onBlur={onBlur}
      className={classNames(
        controlClass,
        'cursor-pointer py-2 text-base file:mr-3 file:rounded-md file:border-0 file:bg-subtle file:px-3 file:py-1 file:font-medium file:text-ink sm:text-sm',
      )}
    />
  )
}
