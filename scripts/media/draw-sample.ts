import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { forms } from '@exempta/knowledge/forms'
import { fillForm } from '@exempta/redaction'
import type { Browser } from '@playwright/test'
import sharp from 'sharp'
import { california230 } from '../../e2e/fixtures/blanks/ca-cdtfa-230.ts'
import { streamlinedF0003 } from '../../e2e/fixtures/blanks/sst-f0003.ts'
import { texas01339 } from '../../e2e/fixtures/blanks/tx-01-339.ts'
import { drawBlank } from '../../e2e/fixtures/draw-blank.ts'
import { st120Like } from '../../e2e/fixtures/st-120-like.ts'
import { root } from '../run-command.ts'

export const sampleFile = path.join(root, 'docs/samples/resale-certificate.pdf')
const demoFolder = path.join(root, 'server/src/demo/files')

/** What the README's newcomer and the demo's user have in common: they are the same person. */
const rosa = {
  purchaser: 'Harbor Light Community Clinic',
  'purchaser-address': '12 Elm Street, Troy NY 12180',
  blanket: 'X',
  business: 'Clinic shop',
  number: '12-3456789',
  signer: 'Rosa Delgado, Purchasing coordinator',
  signature: 'Rosa Delgado',
}

type Values = Readonly<Record<string, string>>

const forLakeside: Values = {
  ...rosa,
  seller: 'Lakeside Office Goods',
  'seller-address': '9 Shore Road, Ithaca NY 14850',
  'signed-on': '11/02/2026',
}
const forMaple: Values = {
  ...rosa,
  seller: 'Maple Street Supply',
  'seller-address': '12 Maple Street, Duluth MN 55802',
  'signed-on': '10/05/2026',
}

/** What people add to a form although no one asked for it. The numbers belong to no one. */
const notes = [`Social Security number: ${['531', '48', '2206'].join('-')}`, 'Date of birth: 04/17/1979']

const kinds: Record<string, 'mark' | 'signature'> = { blanket: 'mark', signature: 'signature' }

/**
 * The certificate that the README asks a newcomer to upload: filled in, signed, and with two things to hide. The demo
 * has one for another seller, the blank that both were filled into, and blanks of other states.
 */
export async function drawSample(): Promise<void> {
  const blank = await st120Like()
  await save(sampleFile, await filled(blank, forLakeside))
  await save(path.join(demoFolder, 'blank-st-120.pdf'), blank)
  await save(path.join(demoFolder, 'blank-01-339.pdf'), await drawBlank(texas01339))
  await save(path.join(demoFolder, 'blank-cdtfa-230.pdf'), await drawBlank(california230))
  await save(path.join(demoFolder, 'blank-f0003.pdf'), await drawBlank(streamlinedF0003))
  await save(path.join(demoFolder, 'st-120-for-maple-street.pdf'), await filled(blank, forMaple))
}

async function filled(blank: Buffer, values: Values): Promise<Uint8Array> {
  const zones = forms.get('ny-st-120')?.zones ?? []
  const entries = zones.flatMap(({ field, ...box }) => {
    const text = values[field]
    return text ? [{ ...box, kind: kinds[field] ?? ('text' as const), text }] : []
  })
  const beside = notes.map((text, line) => ({
    ...{ page: 1, x: 0.08, y: 0.515 + line * 0.022, width: 0.6, height: 0.02 },
    ...{ kind: 'text' as const, text },
  }))
  return (await fillForm(blank, [...entries, ...beside])).file
}

async function save(file: string, content: Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, content)
}

const folder = path.join(root, 'web/public/media/previews')
const size = { width: 1200, height: 630 }

const titles: Record<string, string> = {
  home: 'Secure Tax Exemption Document Handling',
  about: 'About Exempta',
  blog: 'Blog',
  careers: 'Careers',
  contact: 'Contact',
  help: 'Help Center',
  security: 'Security',
  tutorials: 'Tutorials',
}

/** The pictures that chats and feeds show beside a link: the title on our colours, and a document with hidden lines. */
export async function drawPreviews(browser: Browser): Promise<void> {
  await mkdir(folder, { recursive: true })
  const page = await browser.newPage({ viewport: size })
  for (const [name, title] of Object.entries({ ...titles, ...(await postTitles()) })) {
    await page.setContent(await markup(title))
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    const picture = await page.screenshot()
    const small = await sharp(picture).png({ palette: true, colours: 64, effort: 10 }).toBuffer()
    await writeFile(path.join(folder, `${name}.png`), small)
    console.log(`${name}.png ${Math.round(small.length / 1024)} KB`)
  }
  await page.close()
}

async function postTitles(): Promise<Record<string, string>> {
  const posts = path.join(root, 'web/content/blog')
  const entries = (await readdir(posts)).map(async (file) => {
    const title = /^title: (.+)$/m.exec(await readFile(path.join(posts, file), 'utf8'))?.[1] ?? ''
    return [`blog-${path.basename(file, '.md')}`, title]
  })
  return Object.fromEntries(await Promise.all(entries))
}

async function markup(title: string): Promise<string> {
  const mark = await readFile(path.join(root, 'web/public/favicon.svg'), 'utf8')
  const font = await readFile(
    path.join(root, 'node_modules/@fontsource/inter/files/inter-latin-600-normal.woff2'),
    'base64',
  )
  return `<style>
    @font-face { font-family: Inter; src: url(data:font/woff2;base64,${font}); font-weight: 600 }
    body { margin: 0; width: 1200px; height: 630px; background: #0a1a2f; color: #fff; font: 600 76px/1.15 Inter, sans-serif; position: relative; overflow: hidden }
    header { position: absolute; left: 80px; top: 72px; display: flex; align-items: center; gap: 24px; font-size: 44px }
    header svg { width: 72px; height: 72px; border-radius: 18px }
    h1 { position: absolute; left: 80px; bottom: 76px; width: 720px; margin: 0; font-size: inherit; letter-spacing: -0.02em }
    .paper { position: absolute; right: 72px; top: 130px; width: 260px; height: 360px; background: #fff; border-radius: 16px; transform: rotate(4deg) }
    .paper i { position: absolute; left: 32px; height: 18px; border-radius: 9px; background: #cfdae8 }
    .paper b { position: absolute; left: 32px; height: 30px; border-radius: 8px; background: #14b8a6 }
  </style>
  <header>${mark}Exempta</header>
  <div class="paper"><i style="top:44px;width:150px"></i><i style="top:84px;width:196px"></i><b style="top:124px;width:170px"></b>
    <i style="top:176px;width:196px"></i><i style="top:212px;width:120px"></i><b style="top:252px;width:110px"></b><i style="top:306px;width:170px"></i></div>
  <h1>${title}</h1>`
}
