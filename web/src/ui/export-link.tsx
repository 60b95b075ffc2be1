import { Download } from 'lucide-react'
import { buttonClass } from './button.tsx'

/** Downloads what a page shows as a file. A link, so that the browser saves it while it arrives. */
export const ExportLink = ({ href, className }: { href: string; className?: string }) => (
  <a href={href} download className={buttonClass('secondary', 'md', className)}>
    <Download aria-hidden className="size-4" />
    Export CSV
  </a>
)
