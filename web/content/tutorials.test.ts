import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readMarkdown } from '../plugins/read-markdown.ts'

const web = fileURLToPath(new URL('..', import.meta.url))
const media = `${web}/public/media/lessons`

const names = (await readdir(`${web}/content/tutorials`)).map((file) => file.replace('.md', ''))
const tutorials = await Promise.all(
  names.map(async (name) => ({
    name,
    ...readMarkdown(await readFile(`${web}/content/tutorials/${name}.md`, 'utf8')),
  })),
)
const ofKind = (kind: string) => tutorials.filter(({ fields }) => fields.kind === kind)

test('there are seven lessons and four guides', () => {
  expect([ofKind('lesson').length, ofKind('guide').length]).toEqual([7, 4])
})

test.each(ofKind('guide'))(
  'the guide $name takes as long to read as it says, and shows the product',
  (guide) => {
    const minutes = Number(guide.fields.minutes)
    const words = guide.text.split(' ').length
    if (minutes >= 5) expect(words).toBeGreaterThanOrEqual(900)
    const wordsPerMinute = words / minutes
    expect(wordsPerMinute).toBeGreaterThan(150)
    expect(wordsPerMinute).toBeLessThan(240)
    const pictures = [...guide.html.matchAll(/<img src="([^"]+)"/g)].map(([, path]) => path)
    expect(pictures.length).toBeGreaterThan(0)
    expect(pictures.filter((path) => !existsSync(`${web}/public${path}`))).toEqual([])
  },
)

test.each(ofKind('lesson'))(
  'the lesson $name says how long its video is, which plays in every browser',
  async (lesson) => {
    const captions = await readFile(`${media}/${lesson.name}.vtt`, 'utf8')
    const [minutes, seconds] =
      captions
        .match(/--> \d+:(\d+):(\d+\.\d+)(?![\s\S]*-->)/)
        ?.slice(1)
        .map(Number) ?? []
    const length = Math.round((minutes ?? 0) * 60 + (seconds ?? 0))
    expect(lesson.fields.video).toBe(`${length} seconds`)
    expect(lesson.text).toContain(`The video is ${length} seconds long.`)
    const formats = ['webm', 'mp4', 'webp'].filter((format) =>
      existsSync(`${media}/${lesson.name}.${format}`),
    )
    expect(formats).toEqual(['webm', 'mp4', 'webp'])
  },
)
