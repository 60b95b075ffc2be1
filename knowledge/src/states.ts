import { files } from './generated/states.ts'
import { readFile } from './read-file.ts'
import { type State, StateFile } from './schema.ts'

/** Every state, district, territory and military postal region, by its two letters. */
export const states: ReadonlyMap<string, State> = new Map(
  Object.entries(files).map(([name, file]) => {
    const value = readFile(`states/${name}.json`, StateFile, file)
    return [value.code, value]
  }),
)
