import { expect, test } from 'vitest'
import { scriptsYield } from './page-markup.ts'

test('scripts load after styles and fonts', () => {
  const page =
    '<link rel="modulepreload" href="/a.js"/><link rel="stylesheet" href="/a.css"/>' +
    '<script>theme()</script><script type="module" async="">import "/a.js"</script>'
  const yielding =
    '<link rel="modulepreload" fetchpriority="low" href="/a.js"/><link rel="stylesheet" href="/a.css"/>' +
    '<script>theme()</script><script type="module" fetchpriority="low" async="">import "/a.js"</script>'
  expect(scriptsYield(page)).toBe(yielding)
  expect(scriptsYield(yielding)).toBe(yielding)
})
