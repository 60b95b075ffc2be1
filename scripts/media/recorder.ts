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
import { demoPassword } from '../../server/src/demo/people.ts'

/** Takes a picture for the guides. */
type TakePicture = (name: string) => Promise<void>
export type Lesson = (film: Recorder, take: TakePicture) => Promise<void>

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

export const slowTimeout = { timeout: 180_000 }

/** Pictures of pages come after the page itself. */
export async function untilDrawn(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => {
    const pictures = [...document.querySelectorAll<HTMLImageElement>('main img')]
    return pictures.length > 0 && pictures.every(({ complete, naturalWidth }) => complete && naturalWidth > 0)
  }, slowTimeout)
}

export async function signIn(page: Page, email: string, address: string): Promise<void> {
  await page.goto(`/login?returnTo=${encodeURIComponent(address)}`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(`**${address}`, slowTimeout)
}

const id = 'media-pointer'
const arrow =
  "url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Cpath d='M4 2l16 10-7 1.5L9 21z' fill='%230a1a2f' stroke='%23fff' stroke-width='1.6'/%3E%3C/svg%3E\")"

/** Pictures of a page do not show the mouse, so one is drawn into it. */
async function drawPointer(page: Page, at: { x: number; y: number }): Promise<void> {
  await page.evaluate(
    ({ x, y, id, arrow }) => {
      const pointer = document.getElementById(id) ?? document.body.appendChild(document.createElement('div'))
      pointer.id = id
      Object.assign(pointer.style, {
        position: 'fixed',
        left: '0',
        top: '0',
        width: '26px',
        height: '26px',
        zIndex: '2147483647',
        pointerEvents: 'none',
        background: `${arrow} no-repeat`,
        transform: `translate(${x - 4}px, ${y - 2}px)`,
      })
    },
    { ...at, id, arrow },
  )
}

/** For pictures in guides, which have no mouse. */
export async function hidePointer(page: Page): Promise<void> {
  await page.evaluate((id) => document.getElementById(id)?.remove(), id)
}

interface Cue {
  text: string
  startMs: number
  endMs: number
}

/** Captions as browsers read them. */
export function webVtt(cues: readonly Cue[]): string {
  const blocks = cues.map(({ text, startMs, endMs }) => `${timeOf(startMs)} --> ${timeOf(endMs)}\n${text}\n`)
  return `WEBVTT\n\n${blocks.join('\n')}`
}

function timeOf(ms: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const rest = String(Math.round(ms % 1000)).padStart(3, '0')
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}.${rest}`
}
