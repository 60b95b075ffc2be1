import { openBlankFormPage } from '@exempta/contract/knowledge/blank-forms'
import type { ReactNode } from 'react'
import { addressOf } from '../lib/api.ts'

interface FormPageProps {
  code: string
  /** Counted from 1. */
  page: number
  size: { width: number; height: number }
  label: string
  /** Drawn over the page, in pixels of its picture. */
  children: ReactNode
}

/** A page of a blank form, with something drawn over it. */
export function FormPage({ code, page, size: { width, height }, label, children }: FormPageProps) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      className="h-auto w-full rounded-card border border-line bg-white"
    >
      <image href={addressOf(openBlankFormPage, { params: { code, page } })} width={width} height={height} />
      {children}
    </svg>
  )
}
