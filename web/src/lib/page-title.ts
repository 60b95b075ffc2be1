import { useEffect } from 'react'

/** Puts a name that is known only later into the page's title. */
export function usePageTitle(name: string): void {
  useEffect(() => {
    const before = document.title
    const own = `${name} · Exempta`
    document.title = own
    return () => {
      // The next page has usually set its own title by now.
      if (document.title === own) document.title = before
    }
  }, [name])
}
