/**
 * Stands in for `react-style-singleton`, which radix-ui's scroll lock uses: the same behaviour through an adopted
 * style sheet, since the content security policy refuses `<style>` elements.
 */
import { useEffect } from 'react'

export function stylesheetSingleton() {
  let users = 0
  let sheet: CSSStyleSheet | undefined
  return {
    add(css: string) {
      if (users++ > 0) return
      sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      document.adoptedStyleSheets.push(sheet)
    },
    remove() {
      if (--users > 0) return
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
      sheet = undefined
    },
  }
}

export function styleHookSingleton() {
  const sheet = stylesheetSingleton()
  return function useStyle(css: string, isDynamic?: boolean) {
    // biome-ignore lint/correctness/useExhaustiveDependencies: the original's rule: only a dynamic style is replaced
    useEffect(() => {
      sheet.add(css)
      return () => sheet.remove()
    }, [css && isDynamic])
  }
}

export function styleSingleton() {
  const useStyle = styleHookSingleton()
  return function Sheet({ styles, dynamic }: { styles: string; dynamic?: boolean }) {
    useStyle(styles, dynamic)
    return null
  }
}
