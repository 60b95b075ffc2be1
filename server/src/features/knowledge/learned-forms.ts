/** Blanks that an administrator teaches this installation: uploaded, corrected, saved, and tried with a filled one. */
import { buffer } from 'node:stream/consumers'
import {
  type LearnedForm,
  learnedFormLimits,
  type listLearnedForms as listRoute,
  type saveLearnedForm as saveRoute,
  type TriedForm,
} from '@exempta/contract/knowledge/learned-forms'
import type { RouteParsed, RouteReturn } from '@exempta/contract/route'
import { forms } from '@exempta/knowledge/forms'
import type { Edition, Zone } from '@exempta/knowledge/schema'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { listLearnedEditions } from '../../platform/forms/queries.ts'
import type { FileAnswer } from '../../platform/http/send-file.ts'
import { timeOrderedId } from '../../platform/identifiers.ts'
import type { Services } from '../../platform/services.ts'
import { type ArrivingBlank, blankFileOf, blankIn, fileIn, wrongFile } from './blank-forms.ts'
import { BlankRefused, inSandbox, readPages, zonesFound } from './check-blank.ts'
import {
  countLearned,
  deleteLearned,
  findLearned,
  insertLearned,
  type LearnedRow,
  listLearned,
  lockLearned,
  putLearned,
} from './queries.ts'

export async function listLearnedForms(
  { database }: Services,
  call: Call,
): Promise<RouteReturn<typeof listRoute>> {
  const rows = await database.transact(personOf(call), listLearned, { readOnly: true })
  const known = [...forms.values()].map(({ code, name, title, states }) => ({ code, name, title, states }))
  return { items: rows.map(asLearned), forms: known }
}

function asLearned(row: LearnedRow): LearnedForm {
  const form = row.form === null ? undefined : forms.get(row.form)
  return {
    id: row.id,
    form: form?.code ?? null,
    name: form?.name ?? null,
    title: form?.title ?? null,
    revision: row.revision,
    states: form?.states ?? [],
    pages: row.pages,
    zones: row.zones,
    isInUse: row.learned_at !== null && form !== undefined,
    uploadedAt: row.uploaded_at.toISOString(),
  }
}

async function required({ database }: Services, call: Call, id: string): Promise<LearnedRow> {
  const row = await database.transact(personOf(call), (tx) => findLearned(tx, id), { readOnly: true })
  if (!row) throw new AppError('not-found')
  return row
}

export const getLearnedForm = async (services: Services, call: Call, id: string): Promise<LearnedForm> =>
  asLearned(await required(services, call, id))

/** Words of the refusal stand at the file. */
const refused = (error: unknown): never => {
  throw error instanceof BlankRefused ? wrongFile(error.message) : error
}

export async function uploadLearnedForm(
  services: Services,
  call: Call,
  { parts, slot, signal }: ArrivingBlank,
): Promise<LearnedForm> {
  const { clock, database, files, sandbox } = services
  await files.requireFreeSpace()
  const bytes = await blankIn(parts)
  slot.bodyArrived()
  const pages = await readPages(sandbox, bytes, signal).catch(refused)
  if (pages.length > mostPages) throw wrongFile(`Please upload at most ${mostPages} pages`)
  const read = pages.flatMap(({ reading }) => reading?.form ?? [])
  const at = clock.now()
  const id = timeOrderedId(at)
  const contents = [bytes, ...pages.map(({ picture }) => picture ?? new Uint8Array())]
  const drafts = await Promise.all(contents.map((content, i) => files.put(blankFileOf(id, i), content)))
  let isPublished = false
  try {
    // Only the system may publish files. That the caller is an administrator was checked with the call.
    const row = await database.transact(systemActor, async (tx) => {
      await lockLearned(tx)
      if ((await countLearned(tx)) >= learnedFormLimits.forms) {
        throw wrongFile(`There are ${learnedFormLimits.forms} learned forms. Please remove one first`)
      }
      for (const draft of drafts) await files.publish(tx, draft)
      return insertLearned(tx, {
        id,
        form: read[0]?.code ?? null,
        revision: read.find(({ revision }) => revision)?.revision ?? null,
        size_bytes: bytes.length,
        pages: JSON.stringify(pages.map(({ width, height }, index) => ({ page: index + 1, width, height }))),
        zones: JSON.stringify(onPage(zonesFound(pages)).slice(0, learnedFormLimits.zones)),
        uploaded_by: call.actor.kind === 'person' ? call.actor.id : null,
        uploaded_at: at,
      })
    })
    isPublished = true
    return asLearned(row)
  } finally {
    if (!isPublished) await Promise.all(drafts.map((draft) => files.discard(draft)))
  }
}

// As many as zones can name.
const mostPages = 20

/** The part of each zone that is on its page. */
const onPage = (zones: ReturnType<typeof zonesFound>): Zone[] =>
  zones.flatMap(({ value, x, y, width, height, ...zone }) => {
    const [left, top] = [Math.max(0, x), Math.max(0, y)]
    const [right, bottom] = [Math.min(1, x + width), Math.min(1, y + height)]
    return right > left && bottom > top
      ? [
          {
            ...zone,
            ...(value !== null && { value }),
            x: left,
            y: top,
            width: right - left,
            height: bottom - top,
          },
        ]
      : []
  })

export async function saveLearnedForm(
  services: Services,
  call: Call,
  id: string,
  { form: code, revision, zones }: RouteParsed<typeof saveRoute>['body'],
  signal: AbortSignal,
): Promise<LearnedForm> {
  const { clock, database, sandbox } = services
  const row = await required(services, call, id)
  if (!forms.has(code)) {
    throw new AppError('invalid-input', { fields: [{ path: 'form', message: 'Please choose the form' }] })
  }
  if (zones.some(({ page }) => page > row.pages.length)) {
    throw new AppError('invalid-input', { fields: [{ path: 'zones', message: 'The file has no such page' }] })
  }
  const blank = await buffer((await services.files.get(blankFileOf(row.id, 0))).stream)
  const fingerprint = await inSandbox(() => sandbox.learn(blank, zones, signal)).catch(refused)
  if (fingerprint.length === 0) throw wrongFile('There isn’t enough text on this form to recognize it')
  const at = clock.now()
  const saved = await database.transact(systemActor, async (tx) => {
    const changed = await putLearned(tx, id, {
      form: code,
      revision,
      zones: JSON.stringify(zones),
      fingerprint: JSON.stringify(fingerprint),
      learned_at: at,
    })
    if (!changed) throw new AppError('not-found')
    await recordAudit(tx, call, { at, action: 'form.learn', details: { form: code, fields: zones.length } })
    return changed
  })
  return asLearned(saved)
}

export async function removeLearnedForm(services: Services, call: Call, id: string): Promise<void> {
  const { clock, database, files } = services
  await database.transact(systemActor, async (tx: Transaction) => {
    const row = await deleteLearned(tx, id)
    if (!row) throw new AppError('not-found')
    await files.destroy(tx, { documentId: row.id })
    await recordAudit(tx, call, {
      at: clock.now(),
      action: 'form.forget',
      details: { ...(row.form !== null && { form: row.form }) },
    })
  })
}

export async function openLearnedFormPage(
  services: Services,
  call: Call,
  { id, page }: { id: string; page: number },
): Promise<FileAnswer<'image/jpeg', 'never'>> {
  const row = await required(services, call, id)
  if (page > row.pages.length) throw new AppError('not-found')
  const { stream, sizeBytes } = await services.files.get(blankFileOf(row.id, page))
  return {
    name: `${row.id}-${page}.jpg`,
    contentType: 'image/jpeg',
    sizeBytes,
    content: stream,
    etag: `"${row.id}-${page}"`,
    isInline: true,
    // A blank form is published and nobody's document.
    recordOpening: 'never',
  }
}

/** Reads a filled form as an uploaded document would be read, and keeps nothing of it. */
export async function tryLearnedForm(
  services: Services,
  call: Call,
  id: string,
  { parts, slot, signal }: ArrivingBlank,
): Promise<TriedForm> {
  const { clock, database, sandbox } = services
  const { form } = asLearned(await required(services, call, id))
  const bytes = await fileIn(parts)
  slot.bodyArrived()
  const editions = await database.transact(systemActor, listLearnedEditions, { readOnly: true })
  const result = await inSandbox(() =>
    sandbox.redact(bytes, {
      editions,
      today: clock.now().toISOString().slice(0, 10),
      whenFull: 'fail',
      signal,
    }),
  ).catch(refused)
  if (result.verdict === 'refused') throw wrongFile(result.advice)
  return {
    isRecognized: result.pages.some(({ reading }) => reading?.form?.code === form && !reading?.form?.edition),
    fields: result.pages.flatMap(({ reading }, index) =>
      (reading?.fields ?? []).map(({ name, value, isSure }) => ({ page: index + 1, name, value, isSure })),
    ),
  }
}

/** What was learned, in the form in which the release keeps its own. */
export async function exportLearnedForm(services: Services, call: Call, id: string): Promise<Edition> {
  const { form, revision, zones, fingerprint, learned_at } = await required(services, call, id)
  if (form === null || learned_at === null) throw new AppError('not-found')
  return { code: form, revision, zones, pages: fingerprint }
}
