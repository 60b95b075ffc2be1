import { type RefObject, useEffect, useState } from 'react'

/**
 * Shows an element on the whole screen. Phones that cannot do that show it over the whole window instead, in the
 * browser's top layer, so that it lies above a dialog, too.
 */
export function useFullScreen(element: RefObject<HTMLElement | null>) {
  const [shownOn, setShownOn] = useState<'page' | 'screen' | 'window'>('page')
  useEffect(() => {
    const follow = () =>
      setShownOn((before) => {
        if (document.fullscreenElement === element.current) return 'screen'
        return before === 'screen' ? 'page' : before
      })
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [element])
  useEffect(() => {
    if (shownOn === 'window') element.current?.showPopover()
  }, [element, shownOn])

  function toggle() {
    if (shownOn === 'screen') void document.exitFullscreen()
    else if (shownOn === 'window') setShownOn('page')
    else if (!document.fullscreenEnabled) setShownOn('window')
    // Browsers refuse it, for example, inside of an app's own window.
    else element.current?.requestFullscreen().catch(() => setShownOn('window'))
  }
  return {
    isFull: shownOn !== 'page',
    popover: shownOn === 'window' ? ('manual' as const) : undefined,
    toggle,
  }
}
