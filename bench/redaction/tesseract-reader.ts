import { spawn, spawnSync } from 'node:child_process'
import { text } from 'node:stream/consumers'
import type { Quad, TextReader } from '@exempta/redaction'
import sharp from 'sharp'

export const isTesseractInstalled = () => spawnSync('tesseract', ['--version']).status === 0

type Line = Awaited<ReturnType<TextReader['read']>>[number]

/** Tesseract behind the engine's own port, with the same rules and passes around it. */
export const tesseractReader: TextReader = {
  async read({ width, height, pixels }) {
    const png = await sharp(pixels, { raw: { width, height, channels: 3 } })
      .png({ compressionLevel: 1 })
      .toBuffer()
    const child = spawn('tesseract', ['-', '-', '--psm', '11', 'tsv'], { stdio: ['pipe', 'pipe', 'ignore'] })
    child.stdin.end(png)
    return linesOf(await text(child.stdout))
  },
}

interface Word {
  line: string
  text: string
  confidence: number
  box: { left: number; top: number; width: number; height: number }
}

function linesOf(table: string): Line[] {
  const words = table
    .split('\n')
    .slice(1)
    .map((row) => row.split('\t'))
    .filter((cells) => cells[0] === '5' && cells[11]?.trim())
    .map((cells): Word => {
      const [left = 0, top = 0, width = 0, height = 0] = cells.slice(6, 10).map(Number)
      const line = cells.slice(1, 5).join('.')
      return {
        line,
        text: cells[11] as string,
        confidence: Number(cells[10]) / 100,
        box: { left, top, width, height },
      }
    })
  return [...Map.groupBy(words, ({ line }) => line).values()].map(lineOf)
}

function lineOf(words: Word[]): Line {
  const glyphs = words.flatMap(({ text, confidence, box }, i) => {
    const step = box.width / text.length
    const letters = [...text].map((character, at) => ({
      text: character,
      quad: rectangle(box.left + at * step, box.top, step, box.height),
      confidence,
    }))
    return i === 0
      ? letters
      : [{ text: ' ', quad: rectangle(box.left, box.top, 0, box.height), confidence }, ...letters]
  })
  const left = Math.min(...words.map(({ box }) => box.left))
  const top = Math.min(...words.map(({ box }) => box.top))
  const right = Math.max(...words.map(({ box }) => box.left + box.width))
  const bottom = Math.max(...words.map(({ box }) => box.top + box.height))
  return {
    text: words.map(({ text }) => text).join(' '),
    glyphs,
    quad: rectangle(left, top, right - left, bottom - top),
    confidence: words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length,
  }
}

const rectangle = (x: number, y: number, width: number, height: number): Quad => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
]
