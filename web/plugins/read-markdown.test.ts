import { expect, test } from 'vitest'
import { readMarkdown } from './read-markdown.ts'

test('a page has its fields, its HTML, its words and its parts', () => {
  const page = readMarkdown(
    "---\ntitle: A & B: c\norder: 2\n---\nRead **this** <3.\n\n## What's new?\n\nMore.\n",
  )
  expect(page.fields).toEqual({ title: 'A & B: c', order: '2' })
  expect(page.html).toContain('<h2 id="what-s-new">What&#39;s new?</h2>')
  expect(page.text).toBe("Read this <3. What's new? More.")
  expect(page.parts).toEqual([{ id: 'what-s-new', title: "What's new?" }])
})

test('pictures say their size, and tables can be scrolled from the keyboard', () => {
  const { html } = readMarkdown('![A page](/media/x.webp)\n\n| A | B |\n|---|---|\n| 1 | [2](/help) |\n')
  expect(html).toContain('<img src="/media/x.webp" alt="A page" width="1280" height="800"')
  expect(html).toMatch(/<div class="article-table"[^>]*tabindex="0"><table><thead><tr><th>A<\/th>/)
  expect(html).toContain('<td><a href="/help">2</a></td>')
})

test('a head that is not written as it should be fails the build', () => {
  expect(() => readMarkdown('---\ntitle\n---\nText')).toThrow('name: value')
})
