import type { Plugin } from 'vite'

const description = /\s*\.describe\(\s*(?:'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`),?\s*\)/g

/** Takes out what fields are about: that is for the reference of the API, which the server writes. */
export const withoutDescriptionsIn = (code: string): string => code.replace(description, '')

export function withoutDescriptions(): Plugin {
  return {
    name: 'exempta:without-descriptions',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/src\/.*\.ts$/ },
      handler: (code) => ({ code: withoutDescriptionsIn(code), map: null }),
    },
  }
}
