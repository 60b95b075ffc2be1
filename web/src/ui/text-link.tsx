import { Link, type LinkProps } from 'react-router'
import { classNames } from '../lib/class-names.ts'

export function TextLink({ className, ...rest }: LinkProps) {
  return (
    <Link
      prefetch="intent"
      {...rest}
      className={classNames(
        'rounded-sm font-medium text-accent-ink underline decoration-accent/40 underline-offset-4 hover:decoration-accent',
        className,
      )}
    />
  )
}
