import type { MouseEvent } from 'react'

/**
 * For buttons near a form: the press must not blur a field, since its error would move the button away before
 * the release.
 */
export const keepFocus = { onMouseDown: (event: MouseEvent) => event.preventDefault() }
