import { hasRealForms } from '../../redaction/corpus/forms/blanks.ts'
import { type PlaceForm, placeForm } from '../../redaction/src/form/place-form.ts'
import { placeMadeUpForms } from '../../redaction/test/forms/place-made-up-forms.ts'

let madeUp: Promise<PlaceForm> | undefined

/** Finds the forms that ship with the product, or the made-up ones where no others can be drawn. */
export function placeFormsOfBench(): Promise<PlaceForm> {
  if (hasRealForms) return Promise.resolve(placeForm)
  madeUp ??= placeMadeUpForms()
  return madeUp
}
