import { Marked, type Tokens } from 'marked'

export interface MarkdownPage {
  fields: Record<string, string>
  html: string
  /** The words without markup, for the search. */
  text: string
  /** Titles of the parts, with the ids they have in the HTML. */
  parts: { id: string; title: string }[]
}

const frontMatter = /^---\n([\s\S]*?)\n---\n/
/** All pictures of the product are of one size, so that pages keep still while they load. */
const picture = { width: 1280, height: 800 }

/** Our own Markdown: between two lines of dashes `name: value`, then the text. */
export function readMarkdown(source: string): MarkdownPage {
  const head = frontMatter.exec(source)
  const parts: MarkdownPage['parts'] = []
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const title = text.replaceAll('**', '')
        const id = idOf(title)
        if (depth === 2) parts.push({ id, title })
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      image: ({ href, text }: Tokens.Image) =>
        `<img src="${href}" alt="${text}" width="${picture.width}" height="${picture.height}" loading="lazy" decoding="async">`,
      // As with tables: a line longer than a phone is scrolled by itself.
      code: ({ text }: Tokens.Code) =>
        `<pre role="group" aria-label="Code" tabindex="0"><code>${escaped(text)}</code></pre>\n`,
      table(token) {
        const row = (cells: Tokens.TableCell[], tag: 'th' | 'td') =>
          `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`
        const body = token.rows.map((cells) => row(cells, 'td')).join('')
        // A table wider than a phone is scrolled by itself, from the keyboard too.
        return `<div class="article-table" role="group" aria-label="Table" tabindex="0"><table><thead>${row(token.header, 'th')}</thead><tbody>${body}</tbody></table></div>\n`
      },
    },
  })
  const html = marked.parse(source.slice(head?.[0].length ?? 0), { async: false })
  return { fields: fieldsOf(head?.[1] ?? ''), html, text: textOf(html), parts }
}

function fieldsOf(head: string): Record<string, string> {
  const lines = head.split('\n').filter(Boolean)
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^(\w+): (.+)$/.exec(line) ?? []
      if (!name || !value) throw new Error(`This line of a page's head is not \`name: value\`: ${line}`)
      return [name, value]
    }),
  )
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const idOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? ' ')
    .replace(/\s+/g, ' ')
    .trim()
