import { classNames } from '../lib/class-names.ts'

/** The mark: a document, one line of it hidden. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <rect width="32" height="32" rx="8" fill="#0f2744" />
      <path d="M9 6.5h9.2L24 12.3V25.5H9z" fill="#ffffff" />
      <path d="M18.2 6.5v5.8H24z" fill="#b6c6da" />
      <rect x="11.5" y="14.6" width="10" height="3" rx="1.5" fill="#14b8a6" />
      <rect x="11.5" y="20" width="6.5" height="1.8" rx=".9" fill="#b6c6da" />
    </svg>
  )
}

interface LogoProps {
  isOnNavy?: boolean
  /** On phones only the mark, where the name has no room. */
  isShortOnPhones?: boolean
}

export function Logo({ isOnNavy = false, isShortOnPhones = false }: LogoProps) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <LogoMark
        className={isOnNavy ? 'size-8 rounded-lg ring-1 ring-white/25' : 'size-8 rounded-lg ring-1 ring-line'}
      />
      <span
        className={classNames(
          'text-lg font-semibold tracking-tight',
          isOnNavy && 'text-white',
          isShortOnPhones && 'max-sm:hidden',
        )}
      >
        Exempta
      </span>
    </span>
  )
}
