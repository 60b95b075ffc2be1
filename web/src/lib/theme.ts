import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'

const key = 'exempta.theme'

/**
 * Runs before the first paint, inlined in every page: a chosen theme must not flash.
 * Its text is part of the content security policy by hash, so it takes no variables.
 */
export const themeScript = `(()=>{const d=document.documentElement;d.dataset.scripts="";try{const t=localStorage.getItem("exempta.theme");if(t==="light"||t==="dark")d.dataset.theme=t}catch{}})()`

const listeners = new Set<() => void>()

function current(): Theme {
  const chosen = document.documentElement.dataset.theme
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

export function setTheme(theme: Theme) {
  if (theme === 'system') {
    delete document.documentElement.dataset.theme
    localStorage.removeItem(key)
  } else {
    document.documentElement.dataset.theme = theme
    localStorage.setItem(key, theme)
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, current, () => 'system')
}

/** What is on screen right now, whether chosen or the system's. */
export function isDarkNow(): boolean {
  const theme = current()
  return theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
}
