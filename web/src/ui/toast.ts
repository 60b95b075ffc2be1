interface ToastAction {
  label: string
  onClick: () => void
}

type Kind = 'success' | 'error' | 'info'

// The code behind toasts is fetched with the first one: most pages never show any.
async function show(kind: Kind, text: string, action: ToastAction | undefined) {
  const { showToast } = await import('./toaster.tsx')
  showToast(kind, text, action)
}

/** Shows a short message. `action` is for Undo. */
export const toast = {
  success: (text: string, action?: ToastAction) => void show('success', text, action),
  error: (text: string, action?: ToastAction) => void show('error', text, action),
  info: (text: string, action?: ToastAction) => void show('info', text, action),
}
