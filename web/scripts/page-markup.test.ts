import { describe, expect, it } from 'vitest'
import { inlineScriptHashes, inlineStyles } from './page-markup.ts'

const asIs = (text: string) => text

describe('inlineScriptHashes', () => {
  it('takes the exact text of inline scripts, modules too, and no linked ones', () => {
    const html = `<script>a()</script><script src="/x.js"></script><script type="module" async="">b()\n</script>`
    expect(inlineScriptHashes(html, asIs)).toEqual(['sha256-a()', 'sha256-b()\n'])
  })

  it('names the same script once', () => {
    expect(inlineScriptHashes('<script>a</script><script>a</script>', asIs)).toEqual(['sha256-a'])
  })
})

describe('inlineStyles', () => {
  it('finds style elements and attributes', () => {
    expect(inlineStyles('<style>p{}</style><p class="x" style="color:red">')).toHaveLength(2)
  })

  it('leaves words inside scripts and text alone', () => {
    expect(inlineStyles(`<script>"<p style='x'>"</script><p>in style = fine</p>`)).toEqual([])
  })
})
