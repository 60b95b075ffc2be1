/** The windows that open over a page. Their code is loaded when the first one opens: most visits open none. */
import type { ComponentType } from 'react'
import { onDemand } from '../lib/on-demand.tsx'

const windows = () => import('./dialog-windows.tsx')

function whenOpen<Props extends { isOpen: boolean }>(load: () => Promise<ComponentType<Props>>) {
  const Window = onDemand(load)
  return (props: Props) => props.isOpen && <Window {...props} />
}

/** A sheet from below on phones, a centered window elsewhere. */
export const Dialog = whenOpen(async () => (await windows()).Dialog)

/** Asks before something that cannot be undone. */
export const ConfirmDialog = whenOpen(async () => (await windows()).ConfirmDialog)

/** A panel from the side over the page. */
export const SlideOver = whenOpen(async () => (await windows()).SlideOver)
