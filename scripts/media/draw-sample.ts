import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { forms } from '@exempta/knowledge/forms'
import { fillForm } from '@exempta/redaction'
import { st120Like } from '../../e2e/fixtures/st-120-like.ts'
import { root } from '../run-command.ts'

export const sampleFile = path.join(root, 'docs/samples/resale-certificate.pdf')

const values: Record<string, string> = {
  seller: 'Lakeside Office Goods',
  'seller-address': '9 Shore Road, Ithaca NY 14850',
  purchaser: 'Harbor Light Community Clinic',
  'purchaser-address': '12 Elm Street, Troy NY 12180',
  blanket: 'X',
  business: 'Clinic shop',
  number: '12-3456789',
  signer: 'Rosa Delgado, Purchasing coordinator',
  signature: 'Rosa Delgado',
  'signed-on': '11/02/2026',
}

/** What people add to a form although no one asked for it. The numbers belong to no one. */
const notes = [`Social Security number: ${['531', '48', '2206'].join('-')}`, 'Date of birth: 04/17/1979']

const kinds: Record<string, 'mark' | 'signature'> = { blanket: 'mark', signature: 'signature' }

/** The certificate that the README asks a newcomer to upload: filled in, signed, and with two things to hide. */
export async function drawSample(): Promise<void> {
  const zones = forms.get('ny-st-120')?.zones ?? []
  const entries = zones.flatMap(({ field, ...box }) => {
    const text = values[field]
    return text ? [{ ...box, kind: kinds[field] ?? ('text' as const), text }] : []
  })
  const beside = notes.map((text, line) => ({
    ...{ page: 1, x: 0.08, y: 0.515 + line * 0.022, width: 0.6, height: 0.02 },
    ...{ kind: 'text' as const, text },
  }))
  const { file } = await fillForm(await st120Like(), [...entries, ...beside])
  await mkdir(path.dirname(sampleFile), { recursive: true })
  await writeFile(sampleFile, file)
}
