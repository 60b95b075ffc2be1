import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { classNames } from '../lib/class-names.ts'

export type BannerTone = 'info' | 'success' | 'warning' | 'danger'

const looks = {
  info: { Icon: Info, frame: 'border-info/30 bg-info-soft text-info-ink', icon: 'text-info' },
  success: {
    Icon: CircleCheck,
    frame: 'border-success/30 bg-success-soft text-success-ink',
    icon: 'text-success',
  },
  warning: {
    Icon: TriangleAlert,
    frame: 'border-warning/30 bg-warning-soft text-warning-ink',
    icon: 'text-warning',
  },
  danger: {
    Icon: CircleAlert,
    frame: 'border-danger/30 bg-danger-soft text-danger-ink',
    icon: 'text-danger',
  },
}

interface BannerProps {
  tone?: BannerTone
  title?: ReactNode
  action?: ReactNode
  children?: ReactNode
  className?: string
  ref?: Ref<HTMLDivElement>
}

/** Something the page as a whole has to say. Failures interrupt a screen reader, the rest waits. */
export function Banner({ tone = 'info', title, action, children, className, ref }: BannerProps) {
  const { Icon, frame, icon } = looks[tone]
  return (
    <div
      ref={ref}
      tabIndex={ref ? -1 : undefined}
      role={tone === 'danger' ? 'alert' : 'status'}
      className={classNames('flex items-start gap-3 rounded-card border px-4 py-3 text-sm', frame, className)}
    >
      <Icon aria-hidden className={classNames('mt-px size-5 shrink-0', icon)} />
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-3">
        <div className="grid min-w-0 flex-1 basis-56 gap-1">
          {title && <p className="font-semibold">{title}</p>}
          {children && <div>{children}</div>}
        </div>
        {action}
      </div>
    </div>
  )
}
