import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { createRoot } from 'react-dom/client'
import { toast as sonner, Toaster } from 'sonner'

let isMounted = false

/** Toasts live in their own root beside the page, so that they outlast the page that sent them. */
function mount() {
  if (isMounted) return
  isMounted = true
  const host = document.createElement('div')
  document.body.append(host)
  createRoot(host).render(
    <Toaster
      position="bottom-right"
      closeButton
      containerAriaLabel="Messages"
      icons={{
        success: <CircleCheck aria-hidden className="size-5 text-success" />,
        error: <CircleAlert aria-hidden className="size-5 text-danger" />,
        info: <Info aria-hidden className="size-5 text-info" />,
      }}
    />,
  )
}

export function showToast(
  kind: 'success' | 'error' | 'info',
  text: string,
  action?: { label: string; onClick: () => void },
  { isAtTop = false }: { isAtTop?: boolean } = {},
) {
  mount()
  sonner[kind](text, {
    ...(action && { action }),
    ...(isAtTop && { position: 'top-center' as const, duration: 10_000 }),
  })
}
