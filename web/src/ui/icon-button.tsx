import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { classNames } from '../lib/class-names.ts'
import { Spinner } from './loading.tsx'
import { Tooltip } from './tooltip.tsx'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  label: string
  icon: ReactNode
  size?: 'sm' | 'md'
  tone?: 'plain' | 'danger'
  isLoading?: boolean
}

/** An icon button without a tooltip: for the header, where every kilobyte is loaded on every page. */
export function PlainIconButton({
  label,
  icon,
  size = 'md',
  tone = 'plain',
  isLoading = false,
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      aria-busy={isLoading || undefined}
      aria-disabled={isLoading || undefined}
      onClick={(event) => !isLoading && onClick?.(event)}
      className={classNames(
        'inline-flex shrink-0 items-center justify-center rounded-control transition-colors disabled:cursor-not-allowed disabled:opacity-50',
        size === 'sm' ? 'size-8 [&_svg]:size-4' : 'size-10 [&_svg]:size-5',
        tone === 'danger'
          ? 'text-danger enabled:hover:bg-danger-soft'
          : 'text-ink-muted enabled:hover:bg-subtle enabled:hover:text-ink',
        className,
      )}
    >
      {isLoading ? <Spinner /> : icon}
    </button>
  )
}

/** A button that shows only an icon; its label is read aloud and shown as a tooltip. */
export function IconButton(props: IconButtonProps) {
  return (
    <Tooltip text={props.label}>
      <PlainIconButton {...props} />
    </Tooltip>
  )
}

interface IconLinkProps {
  label: string
  icon: ReactNode
  to: string
}

/** A link that looks like an IconButton: it goes somewhere, so it can be opened in another tab. */
export function IconLink({ label, icon, to }: IconLinkProps) {
  return (
    <Tooltip text={label}>
      <Link
        to={to}
        prefetch="intent"
        aria-label={label}
        className="inline-flex size-10 shrink-0 items-center justify-center rounded-control text-ink-muted transition-colors hover:bg-subtle hover:text-ink [&_svg]:size-5"
      >
        {icon}
      </Link>
    </Tooltip>
  )
}
