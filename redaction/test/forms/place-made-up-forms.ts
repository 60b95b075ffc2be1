import { unpackEdition, unpackFingerprint } from '@exempta/knowledge/fingerprints'
import type { Edition } from '@exempta/knowledge/schema'
import { hasRealForms } from '../../corpus/forms/blanks.ts'
import { learnBlank } from '../../src/form/learn-form.ts'
import { formPlacer, type PlaceForm, placeForm } from '../../src/form/place-form.ts'
import { type MadeUpForm, madeUpForms } from './made-up-forms.ts'

/** Learns the made-up forms as `npm run forms:learn` learns real ones; `editions` are further blanks of them. */
export async function placeMadeUpForms(editions: readonly Edition[] = []): Promise<PlaceForm> {
  const all = await madeUpForms()
  const fingerprints = await Promise.all(all.map(learn))
  return formPlacer(new Map(all.map(({ form }) => [form.code, form])), [
    ...fingerprints.flat(),
    ...editions.flatMap(unpackEdition),
  ])
}

const learn = async ({ form, blank }: MadeUpForm) =>
  unpackFingerprint({ code: form.code, revision: form.revision, pages: await learnBlank(blank, form.zones) })

let madeUp: Promise<PlaceForm> | undefined

/** Finds the forms that ship with the product, or the made-up ones where no others can be drawn. */
export function placeFormsOfBench(): Promise<PlaceForm> {
  if (hasRealForms) return Promise.resolve(placeForm)
  madeUp ??= placeMadeUpForms()
  return madeUp
}
