import {
  type Document,
  type DocumentDetails,
  type DocumentFailureCode,
  documentFailures,
} from '@exempta/contract/documents'
import { type UploadedFile, type UploadRefusal, uploadRefusals } from '@exempta/contract/documents/files'
import { documentLimits } from '@exempta/contract/documents/limits'
import { describe, expect, it } from 'vitest'
import { type ChosenFile, chosenFile, toUpload } from './upload-state.ts'

const photo = new File(['x'], 'card.jpg', { type: 'image/jpeg' })
const scan = new File(['x'], 'form.pdf', { type: 'application/pdf' })
const at = (part: Partial<ChosenFile>, file = photo): ChosenFile => ({ ...chosenFile(file), ...part })
const shown = (one: ChosenFile, fetched?: DocumentDetails) => {
  const { state, detail, percent } = toUpload(one, fetched)
  return [state, detail, percent]
}
const document = (part: Partial<DocumentDetails>) =>
  ({
    id: '1',
    status: 'processing',
    progress: null,
    failure: null,
    queuePlace: null,
    ...part,
  }) as DocumentDetails
const answered = (outcome: 'accepted' | 'duplicate', part: Partial<Document>): UploadedFile => ({
  name: 'card.jpg',
  outcome,
  document: document(part),
})
const refused = (code: UploadRefusal): UploadedFile => ({
  name: 'card.jpg',
  outcome: 'refused',
  code,
  text: uploadRefusals[code],
})
const failed = (code: DocumentFailureCode) =>
  answered('accepted', { status: 'failed', failure: { code, ...documentFailures[code] } })

describe('a chosen file', () => {
  it('has a text for each step', () => {
    expect(shown(at({}))).toEqual(['chosen', '', null])
    expect(shown(at({ sent: 0.5 }))).toEqual(['sending', 'Uploading 50%', 15])
    expect(shown(at({ sent: 1 }))).toEqual(['sending', 'Checking…', 30])
    expect(shown(at({ sent: 1, side: 'front' }))).toEqual(['sending', 'Reading the card…', 30])
    expect(shown(at({ sent: 'busy' }))[1]).toContain('busy')
    expect(shown(at({ sent: 'unreachable' }))[1]).toContain('Connection lost')
    const answer = answered('accepted', { progress: { page: 0, pageCount: 0 } })
    expect(shown(at({ answer }))).toEqual(['processing', 'In the queue', 30])
    const third = document({ progress: { page: 0, pageCount: 0 }, queuePlace: 3 })
    expect(shown(at({ answer }), third)).toEqual(['processing', 'Number 3 in the queue', 30])
    // The latest description from the server counts more than its first answer.
    const reading = document({ progress: { page: 2, pageCount: 4 } })
    expect(shown(at({ answer }), reading)).toEqual(['processing', 'Page 2 of 4', 56.25])
    expect(shown(at({ answer }), document({ status: 'processed' }))).toEqual(['done', 'Processed', 100])
    const known = answered('duplicate', { status: 'processed' })
    expect(shown(at({ answer: known }))[0]).toBe('known')
  })

  it('that was refused says why, and what can help', () => {
    const help = (one: ChosenFile) => {
      const { state, canSend, needsBetterPhoto } = toUpload(one, undefined)
      return [state, canSend, needsBetterPhoto]
    }
    expect(help(at({ trouble: 'Offline' }))).toEqual(['failed', true, false])
    expect(help(at({ answer: refused('not-processed') }))).toEqual(['failed', true, false])
    expect(help(at({ answer: refused('empty') }))).toEqual(['failed', false, false])
    expect(help(at({ answer: refused('card-refused') }))).toEqual(['failed', false, true])
    expect(help(at({ answer: failed('unreadable') }))).toEqual(['failed', false, true])
    expect(help(at({ answer: failed('unreadable') }, scan))).toEqual(['failed', false, false])
    expect(help(at({ answer: failed('protected') }))).toEqual(['failed', false, false])
    expect(shown(at({ answer: failed('protected') }))[1]).toBe(documentFailures.protected.text)
  })

  it('that is not a PDF is refused before it is sent', () => {
    const fake = toUpload(at({ look: { refusal: uploadRefusals['not-a-pdf'] } }, scan), undefined)
    expect(fake).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining('This file isn’t a PDF'),
      canSend: false,
    })
  })

  it('that is too large is not sent at all', () => {
    const large = new File([new Uint8Array(documentLimits.uploadMaxBytes + 1)], 'large.jpg')
    expect(toUpload(chosenFile(large), undefined)).toMatchObject({
      state: 'failed',
      detail: 'File is larger than 10485760 bytes',
      canSend: false,
    })
  })
})
