import type { ComponentProps } from 'react'
import { Link, type LinkProps } from 'react-router'
import { classNames } from '../lib/class-names.ts'
import { Spinner } from './loading.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'contrast'
type ButtonSize = 'sm' | 'md' | 'lg'

const base =
  'relative inline-flex shrink-0 items-center justify-center gap-2 rounded-control font-medium whitespace-nowrap select-none ' +
  'transition-[background-color,border-color,color,box-shadow] ' +
  'disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55'

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent enabled:hover:bg-accent-hover [a&]:hover:bg-accent-hover',
  secondary: 'border border-line-strong/60 bg-surface text-ink enabled:hover:bg-subtle [a&]:hover:bg-subtle',
  ghost:
    'text-ink-muted enabled:hover:bg-subtle enabled:hover:text-ink [a&]:hover:bg-subtle [a&]:hover:text-ink',
  danger: 'bg-danger text-on-danger enabled:hover:bg-danger-hover [a&]:hover:bg-danger-hover',
  contrast: 'border border-white/40 text-white enabled:hover:bg-white/10 [a&]:hover:bg-white/10',
}

const sizes: Record<ButtonSize, string> = {
  sm: 'h-8 px-3 text-sm',
  md: 'h-10 px-4 text-sm',
  // Its words may hold a name of any length.
  lg: 'min-h-12 px-6 py-2 text-base max-sm:whitespace-normal',
}

/** The look of a button, for buttons and for links that look like one. */
export function buttonClass(variant: ButtonVariant = 'primary', size: ButtonSize = 'md', extra?: string) {
  return classNames(base, variants[variant], sizes[size], extra)
}

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Shows progress and refuses a second press, without losing focus. */
  isLoading?: boolean
}

export function Button({
  variant = 'primary',
  size = 'md',
  isLoading = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-busy={isLoading || undefined}
      aria-disabled={isLoading || undefined}
      className={buttonClass(variant, size, className)}
      onClick={(event) => {
        if (isLoading) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {isLoading && <Spinner className="absolute size-4" />}
      <span className={classNames('inline-flex items-center gap-2', isLoading && 'invisible')}>
        {children}
      </span>
      {isLoading && <span className="sr-only">{children}</span>}
    </button>
  )
}

interface LinkButtonProps extends LinkProps {
  variant?: ButtonVariant
  size?: ButtonSize
}

/** A link that looks like a button: it goes somewhere, so it stays a link. */
export function LinkButton({ variant = 'primary', size = 'md', className, ...rest }: LinkButtonProps) {
  return <Link prefetch="intent" {...rest} className={buttonClass(variant, size, className)} />
}
