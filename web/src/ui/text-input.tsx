import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { classNames } from '../lib/class-names.ts'
import { useFieldWiring } from './field.tsx'

/** The look shared by everything one types into or picks from. */
export const controlClass =
  'w-full min-w-0 scroll-mt-16 rounded-control border border-line-strong bg-surface px-3 text-ink placeholder:text-ink-muted ' +
  'transition-[border-color,box-shadow] enabled:not-aria-invalid:hover:border-accent ' +
  'focus-visible:border-accent focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-focus ' +
  'aria-invalid:border-danger aria-invalid:focus-visible:outline-danger ' +
  'disabled:cursor-not-allowed disabled:bg-subtle disabled:text-ink-muted'

interface TextInputProps extends ComponentProps<'input'> {
  icon?: ReactNode
  end?: ReactNode
}

/** 16 px text below the `sm` width: phones zoom into anything smaller. */
export function TextInput({ icon, end, className, ...rest }: TextInputProps) {
  const wiring = useFieldWiring()
  return (
    <div className="relative">
      {icon && (
        <span className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-ink-muted [&_svg]:size-4">
          {icon}
        </span>
      )}
      <input
        {...wiring}
        {...rest}
        className={classNames(
          controlClass,
          'h-10 text-base sm:text-sm',
          Boolean(icon) && 'pl-9',
          Boolean(end) && 'pr-11',
          className,
        )}
      />
      {end && <span className="absolute inset-y-0 right-1 flex items-center">{end}</span>}
    </div>
  )
}

export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const [isShown, setShown] = useState(false)
  return (
    <TextInput
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <button
          type="button"
          aria-label={isShown ? 'Hide password' : 'Show password'}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
          className="needs-scripts inline-flex size-8 items-center justify-center rounded-md text-ink-muted hover:text-ink"
        >
          {isShown ? <EyeOff aria-hidden className="size-4" /> : <Eye aria-hidden className="size-4" />}
        </button>
      }
    />
  )
}

export function Textarea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  const wiring = useFieldWiring()
  return (
    <textarea
      rows={rows}
      {...wiring}
      {...rest}
      className={classNames(controlClass, 'resize-y py-2 text-base sm:text-sm', className)}
    />
  )
}

interface FileInputProps {
  inputRef: (input: HTMLInputElement | null) => void
  /** File name extensions, as browsers expect them. */
  accept: string
  onFile: (file: File | undefined) => void
  onBlur: () => void
}

/** The browser's own way to choose one file, in the look of the other fields. */
export function FileInput({ inputRef, accept, onFile, onBlur }: FileInputProps) {
  return (
    <input
      {...useFieldWiring()}
      ref={inputRef}
      type="file"
      accept={accept}
      onChange={(event) => onFile(event.target.files?.[0])}
      onBlur={onBlur}
      className={classNames(
        controlClass,
        'cursor-pointer py-2 text-base file:mr-3 file:rounded-md file:border-0 file:bg-subtle file:px-3 file:py-1 file:font-medium file:text-ink sm:text-sm',
      )}
    />
  )
}
