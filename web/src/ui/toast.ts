import type { ToastAction, ToastKind, ToastOptions } from './toaster.tsx'

// The code behind toasts is fetched with the first one: most pages never show any.
async function show(kind: ToastKind, text: string, action?: ToastAction, options?: ToastOptions) {
  const { showToast } = await import('./toaster.tsx')
  showToast(kind, text, action, options)
}

/** Shows a short message. `action` is for Undo. */
export const toast = {
  success: (text: string, action?: ToastAction, options?: ToastOptions) =>
    void show('success', text, action, options),
  error: (text: string, action?: ToastAction) => void show('error', text, action),
  info: (text: string, action?: ToastAction) => void show('info', text, action),
}
