/**
 * Films a page frame by frame: after each small step a picture is taken and given the time it is shown. So the film
 * is smooth however slow the machine is, and the same every time.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { drawPointer } from './draw-pointer.ts'
import { webVtt } from './web-vtt.ts'

const moveFrames = 8
const moveFrameMs = 50
const typedAtOnce = 3
const typeFrameMs = 110

export class Recorder {
  readonly page: Page
  readonly #frames: { file: string; ms: number }[] = []
  readonly #cues: { text: string; startMs: number; endMs: number }[] = []
  readonly #folder: string
  #pointer = { x: 640, y: 420 }
  #lengthMs = 0

  private constructor(page: Page, folder: string) {
    this.page = page
    this.#folder = folder
  }

  static async start(page: Page): Promise<Recorder> {
    return new Recorder(page, await mkdtemp(path.join(tmpdir(), 'exempta-film-')))
  }

  /** The words below the picture, from now until the next ones. */
  narrate(text: string): void {
    const last = this.#cues.at(-1)
    if (last) last.endMs = this.#lengthMs
    this.#cues.push({ text, startMs: this.#lengthMs, endMs: this.#lengthMs })
  }

  /** Shows the page as it is now for a while. */
  async hold(ms: number): Promise<void> {
    await drawPointer(this.page, this.#pointer)
    const file = path.join(this.#folder, `${String(this.#frames.length).padStart(5, '0')}.png`)
    await this.page.screenshot({ path: file })
    this.#frames.push({ file, ms })
    this.#lengthMs += ms
  }

  async moveTo(target: Locator): Promise<void> {
    await target.scrollIntoViewIfNeeded()
    const box = await target.boundingBox()
    if (!box) throw new Error('What the pointer moves to is not on the page.')
    const from = this.#pointer
    const to = { x: box.x + Math.min(box.width / 2, 120), y: box.y + box.height / 2 }
    for (let step = 1; step <= moveFrames; step++) {
      const share = 1 - (1 - step / moveFrames) ** 2
      this.#pointer = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
      await this.hold(moveFrameMs)
    }
    await target.hover()
  }

  async click(target: Locator, thenMs = 900): Promise<void> {
    await this.moveTo(target)
    await this.hold(250)
    await target.click()
    await this.hold(thenMs)
  }

  async type(target: Locator, text: string): Promise<void> {
    await this.moveTo(target)
    await target.click()
    for (let end = typedAtOnce; end < text.length + typedAtOnce; end += typedAtOnce) {
      await target.fill(text.slice(0, end))
      await this.hold(typeFrameMs)
    }
    await this.hold(300)
  }

  /** A film with captions and a first picture: `name.webm`, `name.mp4`, `name.vtt`, `name.webp`. */
  async save(name: string, posterAt: number): Promise<void> {
    const last = this.#cues.at(-1)
    if (last) last.endMs = this.#lengthMs
    const list = this.#frames.map(({ file, ms }) => `file '${file}'\nduration ${ms / 1000}`)
    const listFile = path.join(this.#folder, 'frames.txt')
    await writeFile(listFile, [...list, `file '${this.#frames.at(-1)?.file}'`].join('\n'))
    const input = ['-y', '-f', 'concat', '-safe', '0', '-i', listFile]
    // Frames are as long as they are shown: nothing is encoded twice.
    const output = [
      '-fps_mode',
      'vfr',
      '-pix_fmt',
      'yuv420p',
      '-c:v',
      'libvpx-vp9',
      '-crf',
      '38',
      '-b:v',
      '0',
    ]
    const speed = ['-deadline', 'good', '-cpu-used', '5', '-row-mt', '1', '-g', '120']
    await promisify(execFile)('ffmpeg', [...input, ...output, ...speed, `${name}.webm`])
    // For browsers that play no WebM.
    const h264 = [
      '-fps_mode',
      'vfr',
      '-pix_fmt',
      'yuv420p',
      '-c:v',
      'libx264',
      '-crf',
      '28',
      '-preset',
      'slow',
    ]
    await promisify(execFile)('ffmpeg', [...input, ...h264, '-movflags', '+faststart', `${name}.mp4`])
    await writeFile(`${name}.vtt`, webVtt(this.#cues))
    const poster = this.#frames[Math.floor(this.#frames.length * posterAt)]
    if (poster) await sharp(poster.file).webp({ quality: 72 }).toFile(`${name}.webp`)
    await rm(this.#folder, { recursive: true })
    console.log(`${path.basename(name)}: ${Math.round(this.#lengthMs / 1000)} s`)
  }
}
