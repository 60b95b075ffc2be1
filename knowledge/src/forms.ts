import { files } from './generated/forms.ts'
import { readFile } from './read-file.ts'
import { type Form, FormFile } from './schema.ts'

/** Every form and document we know, by its code. */
export const forms: ReadonlyMap<string, Form> = new Map(
  Object.entries(files).map(([name, file]) => {
    const value = readFile(`forms/${name}.json`, FormFile, file)
    return [value.code, value]
  }),
)
