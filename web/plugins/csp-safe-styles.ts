import type { Plugin } from 'vite'

const insertion = /__insertCSS\("(?:[^"\\]|\\.)*"\);?/

/** Takes out the call by which sonner writes a `<style>` element; its sheet is linked from `ui/toast.css`. */
export function cspSafeStyles(): Plugin {
  return {
    name: 'exempta:csp-safe-styles',
    enforce: 'pre',
    transform: {
      filter: { id: /node_modules\/sonner\/dist\/index\.mjs/ },
      handler(code) {
        if (!insertion.test(code)) throw new Error('sonner no longer inserts its styles as expected')
        return { code: code.replace(insertion, ''), map: null }
      },
    },
  }
}
